/** Names of JT/T 808 messages and of their fields, in both languages: for people who read raw packets. */
import type { FrameField } from '@backlot/contract/control/live-calls'
import { formatDateTime } from '@backlot/contract/time'
import { ALARM_BITS, hasBit, STATUS_BITS } from './alarm-bits.ts'
import { type Jt808Kind, kindOfId } from './message.ts'
import { PARAMETER_TYPES } from './parameter-types.ts'

type Words = FrameField['name']
const words = (zh: string, en: string): Words => ({ zh, en })

export const MESSAGE_TITLES: Readonly<Record<string, Words>> = {
  terminalAck: words('终端通用应答', 'terminal answer'),
  heartbeat: words('终端心跳', 'heartbeat'),
  logout: words('终端注销', 'logout'),
  timeQuery: words('查询服务器时间', 'asks for the time'),
  terminalResend: words('终端补传分包请求', 'asks for parts again'),
  register: words('终端注册', 'registration'),
  authenticate: words('终端鉴权', 'authentication'),
  parameterReply: words('查询终端参数应答', 'parameters'),
  attributes: words('查询终端属性应答', 'attributes'),
  location: words('位置信息汇报', 'position'),
  locationReply: words('位置信息查询应答', 'position, asked for'),
  locationBatch: words('定位数据批量上传', 'positions in a batch'),
  platformAck: words('平台通用应答', 'platform answer'),
  platformResend: words('平台补传分包请求', 'platform asks for parts again'),
  timeReply: words('查询服务器时间应答', 'time'),
  registerReply: words('终端注册应答', 'registration answer'),
  setParameters: words('设置终端参数', 'set parameters'),
  queryParameters: words('查询终端参数', 'read parameters'),
  control: words('终端控制', 'terminal control'),
  querySomeParameters: words('查询指定终端参数', 'read some parameters'),
  queryAttributes: words('查询终端属性', 'read attributes'),
  queryLocation: words('位置信息查询', 'read position'),
  tracking: words('临时位置跟踪控制', 'tracking'),
  text: words('文本信息下发', 'text'),
  live: words('实时音视频传输请求', 'live video'),
  liveControl: words('音视频实时传输控制', 'live video control'),
  liveStatus: words('实时音视频传输状态通知', 'live video state'),
  avAttributes: words('终端上传音视频属性', 'sound and video attributes'),
  passengerCounts: words('终端上传乘客流量', 'passengers'),
  resourceList: words('终端上传音视频资源列表', 'list of recordings'),
  uploadNotice: words('文件上传完成通知', 'upload ended'),
  queryAvAttributes: words('查询终端音视频属性', 'read sound and video attributes'),
  playback: words('远程录像回放请求', 'playback'),
  playbackControl: words('远程录像回放控制', 'playback control'),
  queryResources: words('查询资源列表', 'read list of recordings'),
  upload: words('文件上传指令', 'upload recordings'),
  uploadControl: words('文件上传控制', 'upload control'),
  ptzRotate: words('云台旋转', 'turn camera'),
  ptzFocus: words('云台调整焦距控制', 'focus'),
  ptzIris: words('云台调整光圈控制', 'iris'),
  ptzWiper: words('云台雨刷控制', 'wiper'),
  ptzInfrared: words('红外补光控制', 'infrared light'),
  ptzZoom: words('云台变倍控制', 'zoom'),
  unknown: words('未知消息', 'unknown message'),
}

/** By the last part of a field's way. */
const FIELDS: Readonly<Record<string, Words>> = {
  version: words('协议版本', 'Edition'),
  protocolVersion: words('协议版本号', 'Protocol version'),
  phone: words('终端手机号', 'Phone'),
  serial: words('流水号', 'Serial'),
  encryption: words('加密方式', 'Encryption'),
  bodyLength: words('消息体长度', 'Body length'),
  total: words('总包数', 'Packets'),
  index: words('包序号', 'Packet'),
  id: words('编号', 'Id'),
  result: words('结果', 'Result'),
  alarm: words('报警标志', 'Alarm word'),
  status: words('状态', 'Status word'),
  latitude: words('纬度', 'Latitude'),
  longitude: words('经度', 'Longitude'),
  altitudeM: words('高程', 'Altitude'),
  speedKmh: words('速度', 'Speed'),
  directionDeg: words('方向', 'Direction'),
  atMs: words('时间', 'Time'),
  digits: words('时间（BCD）', 'Time (BCD)'),
  bytes: words('数据', 'Bytes'),
  tail: words('附加数据', 'Rest'),
  value: words('值', 'Value'),
  name: words('名称', 'Name'),
  kind: words('种类', 'Kind'),
  province: words('省域', 'Province'),
  city: words('市县域', 'City'),
  maker: words('制造商', 'Maker'),
  model: words('型号', 'Model'),
  terminalId: words('终端编号', 'Terminal id'),
  plateColour: words('车牌颜色', 'Plate colour'),
  plate: words('车牌', 'Plate'),
  authCode: words('鉴权码', 'Authentication code'),
  imei: words('IMEI', 'IMEI'),
  software: words('软件版本', 'Software'),
  iccid: words('ICCID', 'ICCID'),
  hardware: words('硬件版本', 'Hardware'),
  firmware: words('固件版本', 'Firmware'),
  gnss: words('定位模块属性', 'GNSS module'),
  network: words('通信模块属性', 'Network module'),
  command: words('命令', 'Command'),
  text: words('文本', 'Text'),
  flag: words('标志', 'Flag'),
  type: words('类型', 'Type'),
  intervalS: words('时间间隔', 'Interval'),
  validityS: words('有效期', 'Validity'),
  host: words('服务器地址', 'Server'),
  tcpPort: words('TCP 端口', 'TCP port'),
  udpPort: words('UDP 端口', 'UDP port'),
  channel: words('通道', 'Channel'),
  dataType: words('数据类型', 'Data type'),
  streamType: words('码流类型', 'Stream'),
  closeType: words('关闭类型', 'Close type'),
  lossPercent: words('丢包率', 'Loss'),
  firstSerial: words('首包流水号', 'First serial'),
  mediaType: words('音视频类型', 'Sound or picture'),
  storage: words('存储器类型', 'Storage'),
  mode: words('回放方式', 'Playback mode'),
  speed: words('快进或快退倍数', 'Speed'),
  direction: words('方向', 'Direction'),
  turnSpeed: words('转动速度', 'Turning speed'),
  state: words('启停', 'On or off'),
  start: words('开始时间', 'Start'),
  end: words('结束时间', 'End'),
  position: words('回放位置', 'Position'),
  videoAlarm: words('视频报警标志', 'Video alarm word'),
  fileBytes: words('文件大小', 'File size'),
  audioCoding: words('音频编码方式', 'Audio coding'),
  audioChannels: words('音频声道数', 'Audio channels'),
  sampleRate: words('音频采样率', 'Sample rate'),
  sampleBits: words('音频采样位数', 'Sample bits'),
  audioFrameLength: words('音频帧长度', 'Audio frame length'),
  audioOutput: words('是否支持音频输出', 'Audio output'),
  videoCoding: words('视频编码方式', 'Video coding'),
  maxAudioChannels: words('最大音频通道数', 'Most audio channels'),
  maxVideoChannels: words('最大视频通道数', 'Most video channels'),
}

/** Of replies: the message they answer. */
const ANSWERED: Readonly<Record<string, Words>> = {
  serial: words('应答流水号', 'Serial answered'),
  id: words('应答的消息', 'Message answered'),
}

const RESULTS: readonly Words[] = [
  words('成功', 'ok'),
  words('失败', 'failed'),
  words('消息有误', 'bad message'),
  words('不支持', 'unsupported'),
  words('报警处理确认', 'alarm confirmed'),
]
const REGISTER_RESULTS: readonly Words[] = [
  words('成功', 'ok'),
  words('车辆已被注册', 'vehicle registered already'),
  words('数据库中无该车辆', 'no such vehicle'),
  words('终端已被注册', 'terminal registered already'),
  words('数据库中无该终端', 'no such terminal'),
]
/** Names of the results of replies. */
const RESULTS_OF: Readonly<Partial<Record<Jt808Kind, readonly Words[]>>> = {
  terminalAck: RESULTS,
  platformAck: RESULTS,
  registerReply: REGISTER_RESULTS,
}
const REPLIES: ReadonlySet<string> = new Set<Jt808Kind>([
  'terminalAck',
  'platformAck',
  'registerReply',
  'parameterReply',
  'locationReply',
  'resourceList',
  'uploadNotice',
  'uploadControl',
])

const UNITS: Readonly<Record<string, string>> = {
  altitudeM: 'm',
  speedKmh: 'km/h',
  directionDeg: '°',
  latitude: '°',
  longitude: '°',
  intervalS: 's',
  validityS: 's',
  lossPercent: '%',
  audioFrameLength: 'B',
  fileBytes: 'B',
  bodyLength: 'B',
}

/** Times are in UTC+8 on this wire. */
const ZONE_MINUTES = 480

/** One field of a message, or of the header without `kind`; `way` has dots in it where it lies in a list. */
export function jt808Field(way: string, value: unknown, kind?: Jt808Kind | 'unknown'): FrameField {
  const parts = way.split('.')
  const leaf = parts.findLast((part) => !/^\d+$/.test(part)) ?? way
  const answered = kind !== undefined && REPLIES.has(kind) ? ANSWERED[way] : undefined
  const name = answered ?? FIELDS[leaf] ?? { zh: leaf, en: leaf }
  const note = noteOf(way, leaf, value, kind)
  return { key: way, name, value: textOf(value), ...(note ? { note } : {}) }
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  return String(value)
}

function noteOf(way: string, leaf: string, value: unknown, kind?: Jt808Kind | 'unknown'): Words | undefined {
  if (typeof value !== 'number') return undefined
  if (leaf === 'atMs') return same(formatDateTime(value, ZONE_MINUTES))
  if (leaf === 'alarm') return same(bitNames(value, ALARM_BITS))
  if (leaf === 'status') return same(bitNames(value, STATUS_BITS))
  if (kind && way === 'result') return kind === 'unknown' ? undefined : RESULTS_OF[kind]?.[value]
  if (way === 'id') return withTitle(value)
  if (leaf === 'id' || leaf === 'ids') {
    const parameter = PARAMETER_TYPES[value]?.name
    return same(parameter === undefined ? hexOf(value) : `${hexOf(value)} ${parameter}`)
  }
  const unit = UNITS[leaf]
  return unit === undefined ? undefined : same(unit)
}

const hexOf = (id: number) => `0x${id.toString(16).padStart(4, '0')}`

/** The id of a message with its name. */
function withTitle(id: number): Words {
  const kind = kindOfId(id)
  const title = kind && MESSAGE_TITLES[kind]
  return title ? words(`${hexOf(id)} ${title.zh}`, `${hexOf(id)} ${title.en}`) : words(hexOf(id), hexOf(id))
}

const same = (text: string): Words | undefined => (text === '' ? undefined : { zh: text, en: text })

function bitNames(word: number, bits: Readonly<Record<string, number>>): string {
  return Object.keys(bits)
    .filter((name) => hasBit(word, bits[name]!))
    .join(', ')
}
