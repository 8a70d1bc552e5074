/** Bodies with the structure of GB/T 28181 annexes A and J and of devices, and helpers of tests. */
import iconv from 'iconv-lite'
import type { ManscdpMessage, ManscdpOf } from './manscdp-message.ts'
import { readManscdp } from './read-manscdp.ts'

export const CAMERA = '34020000001310000001'
export const NVR = '34020000001180000001'

export const bytesOf = (text: string, encoding = 'utf-8') => new Uint8Array(iconv.encode(text, encoding))
export const textOf = (bytes: Uint8Array, encoding = 'gbk') => iconv.decode(bytes, encoding)

/** A body with the lines of `content` inside the root, as most platforms and devices write it. */
export const body = (root: string, cmdType: string, content: string, encoding = 'GB2312') =>
  `<?xml version="1.0" encoding="${encoding}"?>\r\n<${root}>\r\n<CmdType>${cmdType}</CmdType>\r\n<SN>17430</SN>\r\n${content}</${root}>\r\n`

export function manscdpOf<Kind extends ManscdpMessage['kind']>(
  kind: Kind,
  bytes: string | Uint8Array,
): ManscdpOf<Kind> {
  const read = readManscdp(typeof bytes === 'string' ? bytesOf(bytes) : bytes)
  if (!read.ok) throw new Error(read.problem.message)
  if (read.value.kind !== kind) throw new Error(`${read.value.kind}, not ${kind}`)
  return read.value as ManscdpOf<Kind>
}

export const CATALOG = body(
  'Response',
  'Catalog',
  `<DeviceID>${NVR}</DeviceID>
<SumNum>3</SumNum>
<DeviceList Num="3">
<Item>
<DeviceID>${CAMERA}</DeviceID>
<Name>东门 & 广场</Name>
<Manufacturer>Hikvision</Manufacturer>
<Model>IP Camera</Model>
<Owner>Owner</Owner>
<CivilCode>340200</CivilCode>
<Block></Block>
<Address>Address</Address>
<Parental>0</Parental>
<ParentID>${NVR}</ParentID>
<SafetyWay>0</SafetyWay>
<RegisterWay>1</RegisterWay>
<Secrecy>0</Secrecy>
<IPAddress>192.168.1.64</IPAddress>
<Port>5060</Port>
<Status>ONLINE</Status>
<Longitude>121.4737</Longitude>
<Latitude/>
<Info><PTZType>3</PTZType><DownloadSpeed>1/2/4</DownloadSpeed></Info>
</Item>
<Item><Name>no id</Name></Item>
<Item><DeviceID>34020000002160000001</DeviceID><Name>一楼</Name><Port>none</Port><BusinessGroupID>34020000002150000001</BusinessGroupID></Item>
</DeviceList>
`,
)

/** Bodies that are refused, and why. */
export const BROKEN: readonly (readonly [text: string, code: string])[] = [
  ['', 'xml'],
  ['no xml', 'xml'],
  [body('Answer', 'Keepalive', ''), 'message'],
  ['<Notify><SN>1</SN></Notify>', 'message'],
  [body('Notify', 'Keepalive', '<Status>OK</Status>'), 'missing'],
  [body('Notify', 'Keepalive', `<DeviceID>${CAMERA}</DeviceID>`), 'missing'],
  [body('Notify', 'Keepalive', `<DeviceID>${CAMERA}</DeviceID><Status>FINE</Status>`), 'missing'],
  [body('Query', 'DeviceInfo', `<DeviceID>${CAMERA}</DeviceID>`).replace('17430', 'x'), 'missing'],
  [body('Query', 'DeviceInfo', `<DeviceID>${CAMERA}</DeviceID>`).replace('</Query>', ''), 'xml'],
]
