/*
 * Loaded with LD_PRELOAD: a read that touches a part of one file fails with EIO, as a bad sector makes it.
 *
 *   BAD_INODE  the number of the file: a copy of it that takes its name is on other sectors
 *   BAD_FROM   the first byte that cannot be read
 *   BAD_TO     the byte after the last one
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_bad(int fd, off_t from, size_t length) {
  const char *inode = getenv("BAD_INODE"), *first = getenv("BAD_FROM"), *end = getenv("BAD_TO");
  struct stat file;
  if (!inode || !first || !end || fstat(fd, &file) != 0) return 0;
  return file.st_ino == (ino_t)atoll(inode) && from < atoll(end) && from + (off_t)length > atoll(first);
}

ssize_t read(int fd, void *buffer, size_t length) {
  static ssize_t (*next)(int, void *, size_t);
  if (!next) next = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  int before = errno;
  off_t at = lseek(fd, 0, SEEK_CUR);
  errno = before;
  if (at >= 0 && is_bad(fd, at, length)) return errno = EIO, -1;
  return next(fd, buffer, length);
}

ssize_t pread64(int fd, void *buffer, size_t length, off64_t at) {
  static ssize_t (*next)(int, void *, size_t, off64_t);
  if (!next) next = (ssize_t (*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
  if (is_bad(fd, at, length)) return errno = EIO, -1;
  return next(fd, buffer, length, at);
}

ssize_t pread(int fd, void *buffer, size_t length, off_t at) { return pread64(fd, buffer, length, at); }
