// Requests of RTSP clients, whole, partial and damaged in ways of their own.
export function rtspRequests(): Buffer[] {
  const request = (method: string, uri: string, ...headers: string[]) =>
    [`${method} ${uri} RTSP/1.0`, ...headers, '', ''].join('\r\n')
  const uri = 'rtsp://127.0.0.1/CAM/1/main'
  const digest =
    'Authorization: Digest username="admin", realm="Backlot", nonce="0", uri="x", response="0123456789abcdef0123456789abcdef"'
  return [
    request('OPTIONS', '*', 'CSeq: 1'),
    request('DESCRIBE', uri, 'CSeq: 2', 'Accept: application/sdp'),
    request('DESCRIBE', uri, 'CSeq: 3', digest),
    request('DESCRIBE', uri, 'CSeq: 4', `Authorization: Digest ${'a="\\"",'.repeat(500)}`),
    request('SETUP', `${uri}/trackID=0`, 'CSeq: 5', 'Transport: RTP/AVP;unicast;client_port=1-65536', digest),
    request('PLAY', uri, 'CSeq: 6', 'Session: 0', 'Range: npt=now-', digest),
    request('TEARDOWN', uri, 'CSeq: 7', 'Session: __proto__'),
    request('GET_PARAMETER', uri, 'CSeq: 8', 'Content-Length: 99999999999'),
    request('SET_PARAMETER', uri, 'CSeq: 9', 'Content-Length: 65536'),
    request('ANNOUNCE', uri, 'CSeq: 10', 'Content-Type: application/sdp', 'Content-Length: 4').concat(
      'v=0\n',
    ),
    request('OPTIONS', '*', 'CSeq: 11', `X: ${'y'.repeat(20_000)}`),
    `${request('OPTIONS', '*', 'CSeq: 12')}$\x00\xff\xff`.repeat(40),
    'DESCRIBE ',
  ].map((text) => Buffer.from(text, 'latin1'))
}
