//! The map of numbers that states share.

use adumbra_analyses::numeric::map::Map;
use std::collections::BTreeMap;

/// Random changes and combinations against an ordinary map.
#[test]
fn behaves_like_an_ordinary_map() {
    let mut seed = 7u32;
    let mut random = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    let mut maps: Vec<(Map<u32>, BTreeMap<u32, u32>)> = vec![Default::default()];
    for _ in 0..3000 {
        let (mut map, mut model) = maps[random(maps.len() as u32) as usize].clone();
        for _ in 0..random(6) {
            let key = if random(4) == 0 { random(100_000) } else { random(40) };
            if random(3) == 0 {
                map.set(key, None);
                model.remove(&key);
            } else {
                let value = random(3);
                map.set(key, Some(value));
                model.insert(key, value);
            }
        }
        let (other, other_model) = &maps[random(maps.len() as u32) as usize];
        assert_eq!(map == *other, model == *other_model);
        let subset = model.iter().all(|(k, v)| other_model.get(k) == Some(v));
        assert_eq!(map.all(other, &mut |_, a, b| a.is_none() || a == b), subset);
        if random(3) == 0 {
            map = map.zip(other, &mut |_, a, b| a.zip(b).map(|(a, b)| *a.max(b)));
            model.retain(|k, _| other_model.contains_key(k));
            model.iter_mut().for_each(|(k, v)| *v = other_model[k].max(*v));
        }
        let mut entries = Vec::new();
        map.for_each(|k, v| entries.push((k, *v)));
        assert_eq!(entries, model.iter().map(|(k, v)| (*k, *v)).collect::<Vec<_>>());
        assert!(model.iter().all(|(k, v)| map.get(*k) == Some(v)));
        let fresh = model.iter().fold(Map::default(), |mut m, (k, v)| {
            m.set(*k, Some(*v));
            m
        });
        assert_eq!(fresh.hash(), map.hash());
        assert!(fresh == map);
        maps.push((map, model));
        if maps.len() > 40 {
            maps.swap_remove(random(40) as usize);
        }
    }
}
