/* A disk that stumbles: while the file named by STUMBLE is there, the next flush to disk fails with EIO and removes it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int stumbles(void) {
    const char *name = getenv("STUMBLE");
    return name && unlink(name) == 0;
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (stumbles()) { errno = EIO; return -1; }
    return real(file);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    if (stumbles()) { errno = EIO; return -1; }
    return real(file);
}
