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

/** What cameras answer who pulls their streams. */
export function cameraAnswers(): Buffer[] {
  const sdp = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=x',
    't=0 0',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0LAHtkAUAW7ARAA,aM48gA==',
    'a=control:track1',
    'm=audio 0 RTP/AVP 97',
    'a=rtpmap:97 mpeg4-generic/16000/1',
    'a=fmtp:97 mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408',
    'a=control:rtsp://127.0.0.1/1/track2',
    '',
  ].join('\r\n')
  const answer = (body: string, ...headers: string[]) =>
    ['RTSP/1.0 200 OK', 'CSeq: 1', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n')
  return [
    answer(sdp, 'Content-Type: application/sdp', 'Content-Base: rtsp://127.0.0.1/1/'),
    answer('', 'Session: 12;timeout=60', 'Transport: RTP/AVP/TCP;interleaved=0-1;ssrc=0A0B0C0D'),
    answer('', 'Session: 12', 'Transport: RTP/AVP;client_port=4588-4589;server_port=6256-6257'),
    answer('', 'Session: 12', 'RTP-Info: url=rtsp://127.0.0.1/1/track1;seq=1;rtptime=90000'),
    'RTSP/1.0 401 Unauthorized\r\nCSeq: 2\r\nWWW-Authenticate: Basic realm="/", Digest realm="a", nonce="b", qop="auth", stale="TRUE"\r\n\r\n',
    `${answer('')}$\x00\x00\x10\x80\xe0\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x65\x88\x84\x00`,
    'OPTIONS * RTSP/1.0\r\nCSeq: 3\r\n\r\n',
  ].map((text) => Buffer.from(text, 'latin1'))
}
