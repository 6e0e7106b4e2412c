/*
 * The other fax machine of the tests: spandsp behind RTP or UDPTL written anew in another language, so that a mistake
 * in ours is not made on both sides. Only the library itself is the same.
 *
 * fax-peer <send|receive> <audio|t38> <file> <far port> <payload type> <ecm> <break off after page>
 *
 * Says "port <own port>" first, then "page <count>" for each page and "end <code> <pages> <station>" at last.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Of spandsp 0.0.6, whose headers need not be installed. */
typedef int (*t30_int_handler)(void *t30, void *user, int value);
typedef void (*t30_void_handler)(void *t30, void *user, int value);
typedef int (*t38_packet_handler)(void *core, void *user, const uint8_t *data, int length, int count);
extern void *fax_init(void *s, int calling);
extern int fax_rx(void *s, int16_t *samples, int count);
extern int fax_rx_fillin(void *s, int count);
extern int fax_tx(void *s, int16_t *samples, int count);
extern void *fax_get_t30_state(void *s);
extern void *t38_terminal_init(void *s, int calling, t38_packet_handler handler, void *user);
extern int t38_terminal_send_timeout(void *s, int samples);
extern void *t38_terminal_get_t30_state(void *s);
extern void *t38_terminal_get_t38_core_state(void *s);
extern int t38_core_rx_ifp_packet(void *s, const uint8_t *data, int length, uint16_t sequence);
extern void t38_set_redundancy_control(void *s, int category, int times);
extern int t30_set_tx_ident(void *s, const char *id);
extern const char *t30_get_rx_ident(void *s);
extern void t30_set_tx_file(void *s, const char *file, int first, int last);
extern void t30_set_rx_file(void *s, const char *file, int last);
extern int t30_set_ecm_capability(void *s, int on);
extern int t30_set_supported_compressions(void *s, int compressions);
extern void t30_set_phase_d_handler(void *s, t30_int_handler handler, void *user);
extern void t30_set_phase_e_handler(void *s, t30_void_handler handler, void *user);
extern void t30_get_transfer_statistics(void *s, int *statistics);
extern void span_set_message_handler(void *handler);
extern void span_set_error_handler(void *handler);

#define FRAME 160
#define TICK_US 20000
#define KEPT 3

static int udp;
static struct sockaddr_in far_end;
static void *t30, *fax, *terminal, *core;
static int pages, cut_after, is_over, end_code = -1;
static uint8_t kept[KEPT][2048];
static int kept_length[KEPT];
static uint16_t udptl_sequence;
static int expected = -1;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int on_page(void *s, void *user, int value) {
  int statistics[64];
  t30_get_transfer_statistics(s, statistics);
  int count = statistics[2] + statistics[3];
  if (count <= pages) return 0;
  pages = count;
  printf("page %d\n", pages);
  fflush(stdout);
  /* As a machine whose plug is pulled: without a word to the other side. */
  if (cut_after > 0 && pages >= cut_after) _exit(0);
  return 0;
}

static void on_end(void *s, void *user, int code) {
  if (!is_over) end_code = code;
  is_over = 1;
}

static void transmit(const uint8_t *data, int length) {
  sendto(udp, data, length, 0, (struct sockaddr *)&far_end, sizeof far_end);
}

/* G.711, by the book and not by a table. */
static int16_t expand(uint8_t byte, int is_alaw) {
  if (is_alaw) {
    int code = byte ^ 0x55, segment = (code >> 4) & 7;
    int magnitude = ((code & 15) << 4) + (segment ? 0x108 : 8);
    if (segment > 1) magnitude <<= segment - 1;
    return code & 0x80 ? magnitude : -magnitude;
  }
  int code = ~byte & 0xff, magnitude = ((((code & 15) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
  return code & 0x80 ? -magnitude : magnitude;
}

/* The code whose value lies nearest. */
static uint8_t compress(int16_t sample, int is_alaw) {
  static uint8_t table[2][65536];
  static int is_made[2];
  if (!is_made[is_alaw]) {
    for (int value = -32768; value < 32768; value++) {
      int best = 0, distance = 1 << 20;
      for (int code = 0; code < 256; code++) {
        int off = abs(expand(code, is_alaw) - value);
        if (off < distance) distance = off, best = code;
      }
      table[is_alaw][value + 32768] = best;
    }
    is_made[is_alaw] = 1;
  }
  return table[is_alaw][sample + 32768];
}

static void speak(int payload_type) {
  static uint16_t sequence = 65500;
  static uint32_t timestamp = 4294960000u;
  int16_t samples[FRAME];
  uint8_t packet[12 + FRAME] = {0x80, payload_type};
  int count = fax_tx(fax, samples, FRAME);
  for (int i = count < 0 ? 0 : count; i < FRAME; i++) samples[i] = 0;
  packet[2] = sequence >> 8, packet[3] = sequence;
  for (int i = 0; i < 4; i++) packet[4 + i] = timestamp >> (24 - 8 * i), packet[8 + i] = 17 * i;
  for (int i = 0; i < FRAME; i++) packet[12 + i] = compress(samples[i], payload_type == 8);
  transmit(packet, sizeof packet);
  sequence++;
  timestamp += FRAME;
}

static void hear(const uint8_t *data, int length) {
  int16_t samples[2048];
  int sequence = data[2] << 8 | data[3], count = length - 12;
  if (length < 12 || count > 2048 || data[0] != 0x80) return;
  int missing = expected < 0 ? 0 : (int16_t)(sequence - expected);
  if (missing < 0) return;
  for (; missing > 0 && missing < 50; missing--) fax_rx_fillin(fax, FRAME);
  for (int i = 0; i < count; i++) samples[i] = expand(data[12 + i], (data[1] & 0x7f) == 8);
  fax_rx(fax, samples, count);
  expected = (sequence + 1) & 0xffff;
}

static int put_field(uint8_t *to, const uint8_t *data, int length) {
  int at = 0;
  if (length > 127) to[at++] = 0x80 | length >> 8;
  to[at++] = length;
  memcpy(to + at, data, length);
  return at + length;
}

static int on_packet(void *s, void *user, const uint8_t *data, int length, int count) {
  uint8_t packet[8192];
  int at = 2, known = 0;
  packet[0] = udptl_sequence >> 8, packet[1] = udptl_sequence;
  at += put_field(packet + at, data, length);
  packet[at++] = 0;
  while (known < KEPT && kept_length[known] > 0) known++;
  packet[at++] = known;
  for (int i = 0; i < known; i++) at += put_field(packet + at, kept[i], kept_length[i]);
  for (int i = 0; i < count; i++) transmit(packet, at);
  for (int i = KEPT - 1; i > 0; i--) memcpy(kept[i], kept[i - 1], kept_length[i] = kept_length[i - 1]);
  memcpy(kept[0], data, kept_length[0] = length);
  udptl_sequence++;
  return 0;
}

static int get_field(const uint8_t *data, int end, int *at, const uint8_t **field) {
  int length = *at < end ? data[(*at)++] : -1;
  if (length & 0x80) length = *at < end ? (length & 0x3f) << 8 | data[(*at)++] : -1;
  if (length < 0 || *at + length > end) return -1;
  *field = data + *at;
  *at += length;
  return length;
}

static void hear_t38(const uint8_t *data, int length) {
  const uint8_t *primary, *earlier[16];
  int at = 2, lengths[16], count = 0;
  int sequence = data[0] << 8 | data[1];
  int primary_length = length < 5 ? -1 : get_field(data, length, &at, &primary);
  if (primary_length < 0 || at + 2 > length || data[at++] != 0) return;
  count = data[at++];
  for (int i = 0; i < count && i < 16; i++)
    if ((lengths[i] = get_field(data, length, &at, &earlier[i])) < 0) return;
  int missing = expected < 0 ? 0 : (int16_t)(sequence - expected);
  if (missing < 0) return;
  for (int i = missing < count ? missing : count; i > 0; i--)
    t38_core_rx_ifp_packet(core, earlier[i - 1], lengths[i - 1], sequence - i);
  t38_core_rx_ifp_packet(core, primary, primary_length, sequence);
  expected = (sequence + 1) & 0xffff;
}

static void open_port(int far_port) {
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof own;
  udp = socket(AF_INET, SOCK_DGRAM, 0);
  bind(udp, (struct sockaddr *)&own, sizeof own);
  getsockname(udp, (struct sockaddr *)&own, &size);
  far_end = own;
  far_end.sin_port = htons(far_port);
  printf("port %d\n", ntohs(own.sin_port));
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc < 8) return 2;
  int is_sending = !strcmp(argv[1], "send"), is_t38 = !strcmp(argv[2], "t38");
  int payload_type = atoi(argv[5]), leaving = 100;
  uint8_t data[4096];
  int16_t silence[FRAME];
  cut_after = atoi(argv[7]);
  span_set_message_handler(NULL);
  span_set_error_handler(NULL);
  if (is_t38) {
    terminal = t38_terminal_init(NULL, is_sending, on_packet, NULL);
    core = t38_terminal_get_t38_core_state(terminal);
    for (int category = 0; category < 5; category += 2) t38_set_redundancy_control(core, category, 3);
    t30 = t38_terminal_get_t30_state(terminal);
  } else {
    fax = fax_init(NULL, is_sending);
    t30 = fax_get_t30_state(fax);
  }
  t30_set_tx_ident(t30, "+1 555 0142");
  t30_set_ecm_capability(t30, atoi(argv[6]));
  t30_set_supported_compressions(t30, 0x0e);
  if (is_sending) t30_set_tx_file(t30, argv[3], -1, -1);
  else t30_set_rx_file(t30, argv[3], -1);
  t30_set_phase_d_handler(t30, on_page, NULL);
  t30_set_phase_e_handler(t30, on_end, NULL);
  open_port(atoi(argv[4]));
  double next = now_us() + TICK_US, heard_at = now_us();
  while (leaving > 0) {
    struct pollfd waiting = {.fd = udp, .events = POLLIN};
    double left = next - now_us();
    if (left > 0) poll(&waiting, 1, (int)(left / 1000) + (left >= 1000 ? 0 : left > 200 ? 1 : 0));
    for (int length; (length = recv(udp, data, sizeof data, MSG_DONTWAIT)) > 0; heard_at = now_us())
      is_t38 ? hear_t38(data, length) : hear(data, length);
    if (now_us() < next) continue;
    next += TICK_US;
    if (is_t38) t38_terminal_send_timeout(terminal, FRAME);
    else {
      memset(silence, 0, sizeof silence);
      if (now_us() - heard_at > 500000) fax_rx(fax, silence, FRAME);
      speak(payload_type);
    }
    if (is_over) leaving--;
  }
  printf("end %d %d %s\n", end_code, pages, t30_get_rx_ident(t30) ? t30_get_rx_ident(t30) : "");
  return 0;
}
