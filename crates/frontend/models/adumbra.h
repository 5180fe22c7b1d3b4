/* Primitives that the translator from LLVM turns into operations of the program model. The models of library
 * functions are written in C on top of them; nothing else is built in. */
#ifndef ADUMBRA_H
#define ADUMBRA_H
#include <stddef.h>

/* Memory. Allocation never fails here; free accepts null. */
void *__adumbra_allocate(size_t size, size_t align);        /* heap, contents indeterminate; align is a constant */
void *__adumbra_allocate_zeroed(size_t size, size_t align); /* heap, contents zero; align is a constant */
void __adumbra_free(void *p);
void *__adumbra_allocate_new(size_t size, size_t align);       /* the same for new and delete, */
void __adumbra_free_new(void *p);
void *__adumbra_allocate_new_array(size_t size, size_t align); /* and for new[] and delete[] */
void __adumbra_free_new_array(void *p);
size_t __adumbra_object_size(const void *p); /* of the whole object p points into; 0 if none */
_Bool __adumbra_allocation_fails(void);      /* false unless allocation may fail, then any value */
void __adumbra_havoc(void *p, size_t length); /* makes bytes arbitrary */

/* Values from outside. */
int __adumbra_read_byte(void);       /* next byte of standard input, or -1 */
int __adumbra_argument_count(void);  /* argc */
int __adumbra_argument_byte(void);   /* next byte of the arguments, each ended by 0 */
int __adumbra_any_int(const char *function); /* result of a function that is not specified exactly; literal name */
double __adumbra_any_double(const char *function);
unsigned long long __adumbra_any_ulong(const char *function);

/* Effects and ends. */
void __adumbra_write_byte(int descriptor, int byte);
void __adumbra_run_destructors(void);                   /* calls the destructors of the program, in order */
_Noreturn void __adumbra_end(int status);               /* the program ends, silently */
_Noreturn void __adumbra_assertion_failed(void);        /* a failed assert */
_Noreturn void __adumbra_panic(void);                   /* a Rust panic */
_Noreturn void __adumbra_unsupported(const char *why);  /* literal; whoever gets here must answer UNKNOWN */
void __adumbra_assume(_Bool condition);                 /* executions where it is false end silently */

#endif
