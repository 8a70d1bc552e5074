/** Descriptions with the structure of GB/T 28181 annex J and of devices' answers. */
const crlf = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

export const PLAY = crlf(
  'v=0',
  'o=34020000002000000001 0 0 IN IP4 192.168.1.10',
  's=Play',
  'c=IN IP4 192.168.1.10',
  't=0 0',
  'm=video 30000 TCP/RTP/AVP 96 97 98 99',
  'a=recvonly',
  'a=rtpmap:96 PS/90000',
  'a=rtpmap:97 MPEG4/90000',
  'a=rtpmap:98 H264/90000',
  'a=rtpmap:99 H265/90000',
  'a=setup:passive',
  'a=connection:new',
  'y=0200000001',
  'f=v/2/6/25/1/4000a/1/8/1',
)
export const DOWNLOAD = crlf(
  'v=0',
  'o=34020000001310000001 0 0 IN IP4 192.168.1.10',
  's=Download',
  'u=34020000001310000001:0',
  'c=IN IP4 192.168.1.10',
  't=1288625085 1288625871',
  'm=video 30002 RTP/AVP 96',
  'a=recvonly',
  'a=rtpmap:96 PS/90000',
  'a=downloadspeed:4',
  'y=1200000001',
)
/** LF alone, t= missing, the address in the stream, y= before the attributes, zeros at the end. */
export const ANSWER = `v=0
o=34020000001310000001 1 1 IN IP4 192.168.1.64
s=Embedded IPC
y=0200000001
m=audio 0 RTP/AVP 8
m=video 15060 RTP/AVP 96
c=IN IP4 192.168.1.64/127
b=AS:4096
a=sendonly
a=rtpmap:96 PS/90000
a=filesize:1048576
\0`
