/**
 * A camera that answers SOAP requests as makers' cameras do, from short texts of our own. Each operation has a body; what
 * none is given for gets a fault.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = string | ((port: number, request: string) => string | number)

export type TestCamera = AsyncDisposable & {
  port: number
  /** Operations that were asked for, with the path they were asked at. */
  asked: string[]
  answers: Record<string, Answer>
  /** What it does from now on instead of answering. */
  spoil: ((response: ServerResponse) => void) | undefined
}

const DIGEST = { realm: 'Login to 7D0', nonce: '6b3f' }
const hash = (text: string) => createHash('md5').update(text).digest('hex')

/** `prefix`: of the envelope, or '' for no prefix anywhere. `digest`: it knows its account by HTTP digest alone. */
export async function testCamera(
  answers: Record<string, Answer>,
  options: {
    prefix?: string
    digest?: { username: string; password: string }
    /** A request that is no SOAP: its picture, say. */
    other?: (request: IncomingMessage, response: ServerResponse) => void
    /** What becomes of an answer on its way. */
    damage?: (answer: Buffer) => Buffer
  } = {},
): Promise<TestCamera> {
  const { prefix, digest, damage = (answer) => answer } = options
  const asked: string[] = []
  const isKnown = ({ method, headers }: IncomingMessage): boolean => {
    if (!digest) return true
    const fields = new Map(
      [...(headers.authorization ?? '').matchAll(/(\w+)="?([^",]*)"?/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const secret = hash(`${digest.username}:${DIGEST.realm}:${digest.password}`)
    const middle = `${DIGEST.nonce}:${fields.get('nc')}:${fields.get('cnonce')}:auth`
    return fields.get('response') === hash(`${secret}:${middle}:${hash(`${method}:${fields.get('uri')}`)}`)
  }
  const camera: Pick<TestCamera, 'asked' | 'answers' | 'spoil'> = { asked, answers, spoil: undefined }
  const server = createServer((request, response) => {
    if (camera.spoil) {
      camera.spoil(response)
      return
    }
    if (!isKnown(request)) {
      const challenge = `Digest realm="${DIGEST.realm}", qop="auth", nonce="${DIGEST.nonce}", opaque="f00d"`
      response.writeHead(401, { 'WWW-Authenticate': challenge }).end()
      return
    }
    if (request.method !== 'POST' && options.other) {
      options.other(request, response)
      return
    }
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    request.on('end', () => {
      const operation = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(text)?.[1] ?? ''
      asked.push(`${operation} ${request.url}`)
      const { port } = server.address() as AddressInfo
      const given = camera.answers[operation]
      const told = typeof given === 'function' ? given(port, text) : given
      if (typeof told === 'number') {
        response.writeHead(told).end()
        return
      }
      const body = told ?? FAULT
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\r\n<s:Envelope ${SPACES}><s:Header/><s:Body>${body}</s:Body></s:Envelope>`
      response
        .writeHead(told === undefined ? 500 : 200, { 'content-type': 'application/soap+xml' })
        .end(damage(Buffer.from(prefix === undefined ? xml : written(xml, prefix))))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(camera, {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

const SPACES = [
  ['s', 'http://www.w3.org/2003/05/soap-envelope'],
  ['tds', 'http://www.onvif.org/ver10/device/wsdl'],
  ['trt', 'http://www.onvif.org/ver10/media/wsdl'],
  ['tev', 'http://www.onvif.org/ver10/events/wsdl'],
  ['tt', 'http://www.onvif.org/ver10/schema'],
  ['wsa', 'http://www.w3.org/2005/08/addressing'],
  ['wsnt', 'http://docs.oasis-open.org/wsn/b-2'],
]
  .map(([name, space]) => `xmlns:${name}="${space}"`)
  .join(' ')
const FAULT =
  '<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>Action Not Supported</s:Text></s:Reason></s:Fault>'

/** The same with another prefix of the envelope, or with none. */
const written = (xml: string, prefix: string): string =>
  prefix === ''
    ? xml.replace(SPACES, 'xmlns="http://www.w3.org/2003/05/soap-envelope"').replace(/(<\/?)[a-z]+:/g, '$1')
    : xml.replace('xmlns:s=', `xmlns:${prefix}=`).replace(/(<\/?)s:/g, `$1${prefix}:`)

/** What every camera of these tests answers, unless it is given otherwise. */
export const USUAL: Readonly<Record<string, Answer>> = {
  GetSystemDateAndTime: clockAnswer('2026-11-26', '08:00:00'),
  GetCapabilities: (port) =>
    `<tds:GetCapabilitiesResponse><tds:Capabilities>${[
      'Device/device_service',
      'Media/Media',
      'PTZ/PTZ',
      'Imaging/Imaging',
      'Events/Events',
    ]
      .map((one) => one.split('/') as [string, string])
      .map(
        ([name, path]) =>
          `<tt:${name}><tt:XAddr>http://127.0.0.1:${port}/onvif/${path}</tt:XAddr></tt:${name}>`,
      )
      .join('')}</tds:Capabilities></tds:GetCapabilitiesResponse>`,
  GetDeviceInformation:
    '<tds:GetDeviceInformationResponse><tds:Manufacturer>Maker</tds:Manufacturer><tds:Model>M1</tds:Model><tds:FirmwareVersion>V1</tds:FirmwareVersion><tds:SerialNumber>S1</tds:SerialNumber><tds:HardwareId>88</tds:HardwareId></tds:GetDeviceInformationResponse>',
  GetProfiles: `<trt:GetProfilesResponse>${profile('Profile_1', 'mainStream')}</trt:GetProfilesResponse>`,
  GetStreamUri: streamAnswer('rtsp://127.0.0.1:554/Streaming/Channels/101'),
}

export function clockAnswer(date: string, time: string, type = 'UTC'): string {
  const [year, month, day] = date.split('-').map(Number)
  const [hour, minute, second] = time.split(':').map(Number)
  return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:${type}DateTime><tt:Time><tt:Hour>${hour}</tt:Hour><tt:Minute>${minute}</tt:Minute><tt:Second>${second}</tt:Second></tt:Time><tt:Date><tt:Year>${year}</tt:Year><tt:Month>${month}</tt:Month><tt:Day>${day}</tt:Day></tt:Date></tt:${type}DateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`
}

export function profile(
  token: string,
  name: string,
  more = '<tt:PTZConfiguration token="PTZ"><tt:NodeToken>N</tt:NodeToken></tt:PTZConfiguration>',
  encoding = 'H264',
): string {
  return `<trt:Profiles token="${token}" fixed="true"><tt:Name>${name}</tt:Name><tt:VideoSourceConfiguration token="VS"><tt:SourceToken>VideoSource_1</tt:SourceToken></tt:VideoSourceConfiguration><tt:VideoEncoderConfiguration token="VE"><tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution><tt:RateControl><tt:FrameRateLimit>25</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>4096</tt:BitrateLimit></tt:RateControl></tt:VideoEncoderConfiguration>${more}</trt:Profiles>`
}

export function streamAnswer(uri: string): string {
  return `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>${uri}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:Timeout>PT60S</tt:Timeout></trt:MediaUri></trt:GetStreamUriResponse>`
}

export function subscription(address: string, more = ''): string {
  return `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa:Address>${address}</wsa:Address>${more}</tev:SubscriptionReference><wsnt:CurrentTime>2026-11-26T08:00:00Z</wsnt:CurrentTime><wsnt:TerminationTime>2026-11-26T08:02:00Z</wsnt:TerminationTime></tev:CreatePullPointSubscriptionResponse>`
}
