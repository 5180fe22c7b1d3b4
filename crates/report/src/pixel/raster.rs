//! Scenes as PNG.

use super::scene::{Rectangle, Scene};
use super::{BACKGROUND, Kind, Rgb, font};

/// An image in memory, a number of the palette a pixel.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    palette: Vec<Rgb>,
}

impl Image {
    /// The nearest colour of the palette; it is added as long as there is room.
    fn colour(&mut self, wanted: Rgb) -> u8 {
        if let Some(known) = self.palette.iter().position(|c| *c == wanted) {
            return known as u8;
        }
        if self.palette.len() < 256 {
            self.palette.push(wanted);
            return (self.palette.len() - 1) as u8;
        }
        let distance = |c: &Rgb| c.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
        (0u8..=255).zip(&self.palette).min_by_key(|(_, c)| distance(c)).map_or(0, |(index, _)| index)
    }

    fn fill(&mut self, b: Rectangle) {
        let colour = self.colour(b.colour);
        let clip = |at: u64, most: usize| usize::try_from(at).unwrap_or(most).min(most);
        let (left, right) = (clip(b.x, self.width), clip(b.x + b.width, self.width));
        for y in clip(b.y, self.height)..clip(b.y + b.height, self.height) {
            self.pixels[y * self.width + left..y * self.width + right].fill(colour);
        }
    }
}

/// The picture as a file.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (scene.width as usize, scene.height as usize);
    let mut image = Image { width, height, pixels: vec![0; width * height], palette: vec![BACKGROUND] };
    scene.boxes.iter().for_each(|b| image.fill(*b));
    for text in &scene.texts {
        for (index, letter) in (0u64..).zip(text.text.chars()) {
            let x = text.x + index * font::ADVANCE;
            font::points(letter, |right, down| {
                let (x, y) = (x + right * font::POINT, text.y + down * font::POINT);
                let colour = Kind::Plain.colour();
                image.fill(Rectangle { x, y, width: font::POINT, height: font::POINT, colour });
            });
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(image.palette.concat());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.pixels)?;
    writer.finish()?;
    Ok(file)
}
