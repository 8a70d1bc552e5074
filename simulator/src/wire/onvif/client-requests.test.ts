import { expect, it } from 'vitest'
import { readDiscovery } from './discovery-message.ts'
import { NAMESPACES, SOAP_11 } from './namespaces.ts'
import { readSoap } from './soap-envelope.ts'
import { readTopicExpression } from './topic-expression.ts'
import { readUsernameToken } from './username-token.ts'
import { nodeAt, textAt } from './xml-node.ts'

const requestOf = (text: string) => {
  const read = readSoap(text)
  if (!read.ok) throw new Error(read.problem.message)
  return read.request
}

it('reads requests in the manner of .NET: default namespaces, addressing, a header that must be understood', () => {
  const { operation, header, messageId } = requestOf(
    `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://www.w3.org/2005/08/addressing"><s:Header><a:Action s:mustUnderstand="1">http://www.onvif.org/ver10/media/wsdl/GetStreamUri</a:Action><a:MessageID>urn:uuid:7e9b</a:MessageID><a:ReplyTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address></a:ReplyTo><Security s:mustUnderstand="1" xmlns="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><UsernameToken><Username>admin</Username><Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">x</Password><Nonce EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary">AAAA</Nonce><Created xmlns="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">2026-11-26T00:00:00.000Z</Created></UsernameToken></Security><a:To s:mustUnderstand="1">http://127.0.0.1/</a:To></s:Header><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><GetStreamUri xmlns="http://www.onvif.org/ver10/media/wsdl"><StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>ch1_main</ProfileToken></GetStreamUri></s:Body></s:Envelope>`,
  )
  expect(operation).toMatchObject({ namespace: NAMESPACES.trt, name: 'GetStreamUri' })
  expect(textAt(operation, 'StreamSetup', 'Transport', 'Protocol')).toBe('RTSP')
  expect(nodeAt(operation, 'StreamSetup', 'Stream')?.namespace).toBe(NAMESPACES.tt)
  expect(messageId).toBe('urn:uuid:7e9b')
  expect(readUsernameToken(header)).toMatchObject({ username: 'admin', kind: 'digest', nonce: 'AAAA' })
})

it('reads requests of SOAP 1.1 with numbered prefixes, in the manner of Java and PHP', () => {
  const { operation, version, header } = requestOf(
    `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP_11}" xmlns:ns1="http://www.onvif.org/ver20/ptz/wsdl" xmlns:ns2="http://www.onvif.org/ver10/schema"><SOAP-ENV:Body><ns1:ContinuousMove><ns1:ProfileToken>ch1_main</ns1:ProfileToken><ns1:Velocity><ns2:PanTilt x="0.5" y="0"/></ns1:Velocity></ns1:ContinuousMove></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
  )
  expect([version, operation.namespace, header]).toEqual(['1.1', NAMESPACES.tptz, undefined])
  expect(nodeAt(operation, 'Velocity', 'PanTilt')?.attributes.get('x')).toBe('0.5')
})

it('reads topic expressions with the prefixes of their client', () => {
  const { operation } = requestOf(
    `<s:Envelope xmlns:s="${NAMESPACES.env}" xmlns:q="${NAMESPACES.tns1}" xmlns:m="http://example.com/topics"><s:Body><T Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">q:RuleEngine//.|q:Device/m:Sensor</T></s:Body></s:Envelope>`,
  )
  expect(readTopicExpression(operation)).toEqual({
    ok: true,
    parts: [
      { path: 'tns1:RuleEngine', withChildren: true },
      { path: 'tns1:Device/{http://example.com/topics}Sensor', withChildren: false },
    ],
  })
})

it('reads Probes with and without types, whatever their prefixes', () => {
  const probe = (body: string) =>
    `<?xml version="1.0" encoding="utf-8"?><Envelope xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns="http://www.w3.org/2003/05/soap-envelope"><Header><wsa:MessageID xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing">uuid:1</wsa:MessageID></Header><Body>${body}</Body></Envelope>`
  const ns = 'xmlns="http://schemas.xmlsoap.org/ws/2005/04/discovery"'
  expect(readDiscovery(probe(`<Probe ${ns}><Types>tds:Device</Types><Scopes/></Probe>`))).toEqual({
    kind: 'probe',
    messageId: 'uuid:1',
    types: ['{http://www.onvif.org/ver10/device/wsdl}Device'],
    scopes: [],
    rule: 'rfc2396',
  })
  expect(readDiscovery(probe(`<Probe ${ns}/>`))).toMatchObject({ kind: 'probe', types: [] })
  for (const text of [
    probe('<Probe/>'),
    probe(`<Probe ${ns}><Types>other:Device</Types></Probe>`),
    probe(`<Resolve ${ns}/>`),
    probe(''),
    '<Probe/>',
  ])
    expect(readDiscovery(text)).toBeUndefined()
})
