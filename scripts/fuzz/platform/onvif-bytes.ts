// Requests of ONVIF clients, whole and damaged in ways of their own.
const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope'
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

export function onvifRequests(): Buffer[] {
  const post = (path: string, body: string, ...headers: string[]) =>
    [
      `POST /onvif/${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/soap+xml; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
      '',
      body,
    ].join('\r\n')
  const soap = (body: string, header = '') =>
    `<s:Envelope xmlns:s="${ENVELOPE}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  const call = (service: string, name: string, more = '') =>
    soap(`<${name} xmlns="http://www.onvif.org/${service}/wsdl">${more}</${name}>`)
  const token = `<Security xmlns="${SECURITY}"><UsernameToken><Username>admin</Username><Password Type="#PasswordDigest">AAAA</Password><Nonce>${'A'.repeat(4000)}</Nonce><Created>2026-02-30T99:00:00Z</Created></UsernameToken></Security>`
  const deep = '<a>'.repeat(3000)
  return [
    post('CAM/device_service', call('ver10/device', 'GetSystemDateAndTime')),
    post(
      'CAM/device_service',
      call('ver10/device', 'GetServices', '<IncludeCapability>x</IncludeCapability>'),
    ),
    post('CAM/ptz_service', call('ver20/ptz', 'ContinuousMove', '<ProfileToken>ch1_main</ProfileToken>')),
    post('CAM/event_service', call('ver10/events', 'CreatePullPointSubscription')),
    post('CAM/device_service', soap('<Reboot/>', token)),
    post('CAM/device_service', soap(deep)),
    post('CAM/device_service', `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(200)}">]>${soap('&b;&b;')}`),
    post('CAM/media_service', '{"not":"xml"}'),
    post('%00%ff/device_service', call('ver10/device', 'GetScopes')),
    post('__proto__/snapshot/ch1_main.jpg', ''),
    `GET /onvif/CAM/snapshot/ch1_main.jpg HTTP/1.1\r\nHost: ${'h'.repeat(500)}\r\nAuthorization: Digest ${'a="\\"",'.repeat(300)}\r\n\r\n`,
    'POST /onvif/CAM/device_service HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n<',
    `POST /onvif/CAM/device_service HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n${'x'.repeat(5000)}`,
  ].map((text) => Buffer.from(text, 'latin1'))
}
