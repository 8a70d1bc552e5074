/** Extras of positions for people who read raw packets: names in both languages, values with their units. */
import type { FrameField } from '@backlot/contract/control/live-calls'
import { hasBit } from './alarm-bits.ts'
import { EXTRA_IDS, type ExtraValues, extraValues, type LocationExtra } from './location-extras.ts'

type Words = FrameField['name']
const words = (zh: string, en: string): Words => ({ zh, en })

/** JT/T 808-2019, table 27; 0x14 to 0x18 are those of JT/T 1078-2016, table 13. */
const NAMES: Readonly<Record<number, Words>> = {
  [EXTRA_IDS.mileage]: words('里程', 'Mileage'),
  [EXTRA_IDS.fuel]: words('油量', 'Fuel'),
  [EXTRA_IDS.recorderSpeed]: words('行驶记录速度', 'Speed of the driving recorder'),
  [EXTRA_IDS.confirmEvent]: words('需人工确认的报警事件 ID', 'Alarm event to be confirmed by hand'),
  [EXTRA_IDS.tyrePressure]: words('胎压', 'Tyre pressures'),
  [EXTRA_IDS.compartmentTemperature]: words('车厢温度', 'Compartment temperature'),
  [EXTRA_IDS.overspeed]: words('超速报警', 'Overspeed'),
  [EXTRA_IDS.area]: words('进出区域/路线报警', 'Area or route entered or left'),
  [EXTRA_IDS.routeTime]: words('路段行驶时间不足/过长', 'Time on a road'),
  20: words('视频相关报警', 'Video alarms'),
  21: words('视频信号丢失报警', 'Video signal lost, by channel'),
  22: words('视频信号遮挡报警', 'Video covered, by channel'),
  23: words('存储器故障报警', 'Storage faults'),
  24: words('异常驾驶行为报警', 'Abnormal driving'),
  [EXTRA_IDS.signals]: words('扩展车辆信号状态', 'Vehicle signals'),
  [EXTRA_IDS.io]: words('IO 状态', 'IO state'),
  [EXTRA_IDS.analog]: words('模拟量', 'Analog inputs'),
  [EXTRA_IDS.signalLevel]: words('无线通信网络信号强度', 'Network signal strength'),
  [EXTRA_IDS.satellites]: words('GNSS 定位卫星数', 'Satellites'),
}

/** Bits of 0x25 (table 31) and of 0x2A (table 32), from bit 0 on. */
const SIGNALS: readonly Words[] = [
  words('近光灯', 'low beam'),
  words('远光灯', 'high beam'),
  words('右转向灯', 'right indicator'),
  words('左转向灯', 'left indicator'),
  words('制动', 'brake'),
  words('倒挡', 'reverse'),
  words('雾灯', 'fog light'),
  words('示廓灯', 'clearance light'),
  words('喇叭', 'horn'),
  words('空调', 'air conditioning'),
  words('空挡', 'neutral'),
  words('缓速器工作', 'retarder'),
  words('ABS 工作', 'ABS'),
  words('加热器工作', 'heater'),
  words('离合器状态', 'clutch'),
]
const IO: readonly Words[] = [words('深度休眠', 'deep sleep'), words('休眠', 'sleep')]
const PLACES: readonly Words[] = [
  words('无特定位置', 'no place'),
  words('圆形区域', 'circle'),
  words('矩形区域', 'rectangle'),
  words('多边形区域', 'polygon'),
  words('路段', 'road'),
]

type Reading = { value: string; note?: Words }
const unit = (value: number, text: string): Reading => ({ value: String(value), note: words(text, text) })
const hex = (word: number, digits: number) => `0x${word.toString(16).padStart(digits, '0')}`

function bits(word: number, digits: number, names: readonly Words[]): Reading {
  const set = names.filter((_, bit) => hasBit(word, bit))
  const value = hex(word, digits)
  if (set.length === 0) return { value }
  return { value, note: words(set.map(({ zh }) => zh).join('、'), set.map(({ en }) => en).join(', ')) }
}

/** A place with a word behind it. */
function place(placeType: number, id: number | undefined, more?: Words): Reading {
  const kind = PLACES[placeType] ?? words(`类型 ${placeType}`, `type ${placeType}`)
  const note = more ? words(`${kind.zh}，${more.zh}`, `${kind.en}, ${more.en}`) : kind
  return { value: id === undefined ? String(placeType) : String(id), note }
}

const READINGS: { readonly [Key in keyof ExtraValues]-?: (value: NonNullable<ExtraValues[Key]>) => Reading } =
  {
    mileageKm: (value) => unit(value, 'km'),
    fuelL: (value) => unit(value, 'L'),
    recorderSpeedKmh: (value) => unit(value, 'km/h'),
    confirmEventId: (value) => ({ value: String(value) }),
    tyrePressures: (value) => ({
      value: value.map((one) => (one === 0 || one === 0xff ? '–' : one)).join(' '),
      note: words('Pa', 'Pa'),
    }),
    compartmentTemperatureC: (value) => unit(value, '°C'),
    overspeed: ({ placeType, placeId }) => place(placeType, placeId),
    area: ({ placeType, placeId, direction }) =>
      place(placeType, placeId, direction === 1 ? words('出', 'left') : words('进', 'entered')),
    routeTime: ({ roadId, seconds, result }) => ({
      value: String(seconds),
      note:
        result === 1
          ? words(`s，路段 ${roadId}，过长`, `s, road ${roadId}, too long`)
          : words(`s，路段 ${roadId}，不足`, `s, road ${roadId}, too short`),
    }),
    signals: (value) => bits(value, 8, SIGNALS),
    io: (value) => bits(value, 4, IO),
    analog: (value) => ({ value: value.join(' '), note: words('AD0 AD1', 'AD0 AD1') }),
    signalLevel: (value) => ({ value: String(value) }),
    satellites: (value) => ({ value: String(value) }),
  }

/**
 * An extra as a field. One that is not of the standard, or not of its length, is shown as its bytes; `way` is where the
 * extras of the message lie.
 */
export function extraField(way: string, extra: LocationExtra): FrameField {
  const id = hex(extra.id, 2)
  const key = `${way}.${id}`
  const name = NAMES[extra.id] ?? words(`附加信息 ${id}`, `Extra ${id}`)
  const reading = readingOf(extraValues([extra]))
  return { key, name, ...(reading ?? { value: Buffer.from(extra.bytes).toString('hex') }) }
}

function readingOf(values: ExtraValues): Reading | undefined {
  const [found] = Object.entries(values) as [keyof ExtraValues, never][]
  return found && READINGS[found[0]](found[1])
}
