/* The bare limit of a fan-out: writes the same bytes to every connection, once a tick.
   bare-writer CLIENTS BYTES TICK_MS; prints its port; a line on standard input turns it on or off. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int clients = atoi(argv[1]), bytes = atoi(argv[2]), tick_ms = atoi(argv[3]);
  if (argc < 4 || clients < 1 || bytes < 1) return 1;
  int *sockets = malloc(sizeof(int) * clients);
  char *frame = malloc(bytes);
  memset(frame, 'x', bytes);
  int door = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof at;
  if (bind(door, (struct sockaddr *)&at, sizeof at) || listen(door, 1024)) return 1;
  getsockname(door, (struct sockaddr *)&at, &size);
  printf("%d\n", ntohs(at.sin_port));
  fflush(stdout);
  for (int i = 0; i < clients; i++) {
    sockets[i] = accept(door, NULL, NULL);
    int one = 1;
    setsockopt(sockets[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(sockets[i], F_SETFL, O_NONBLOCK);
  }
  int on = 0;
  char line[16];
  struct pollfd input = {.fd = 0, .events = POLLIN};
  for (;;) {
    if (poll(&input, 1, tick_ms) > 0) {
      long got = read(0, line, sizeof line);
      if (got <= 0) return 0;
      on = line[got - 2] == '1';
      continue;
    }
    if (!on) continue;
    /* A part that a full socket does not take is left out: its reader is too slow for this machine. */
    for (int i = 0; i < clients; i++)
      if (write(sockets[i], frame, bytes) < 0) continue;
  }
}
