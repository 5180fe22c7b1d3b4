/* What remains of output whose result nobody uses and whose text is not wanted. */
#include "library.h"

/* The string is read to its end. */
void __adumbra_unseen_text(const char *s);
LIBRARY void __adumbra_unseen_text(const char *s)
{
    while (*s)
        s++;
}

/* The same as an argument of a format: a null pointer is printed as such. */
void __adumbra_unseen_string(const char *s);
LIBRARY void __adumbra_unseen_string(const char *s)
{
    if (s)
        __adumbra_unseen_text(s);
}

/* No more of it is read than is printed; a negative number is no bound. */
void __adumbra_unseen_prefix(const char *s, int most);
LIBRARY void __adumbra_unseen_prefix(const char *s, int most)
{
    if (!s)
        return;
    for (int i = 0; (most < 0 || i < most) && *s; s++)
        i += most >= 0;
}

/* The stream must be open for writing. */
void __adumbra_unseen_output_to(struct stream *stream);
LIBRARY void __adumbra_unseen_output_to(struct stream *stream)
{
    if (stream->memory || !(stream->flags2 & CAN_WRITE))
        __adumbra_unsupported("output to a stream that is not open for writing");
}

void __adumbra_unseen_output(void);
LIBRARY void __adumbra_unseen_output(void)
{
    __adumbra_unseen_output_to(stdout);
}
