/** Serial numbers, plates and people's names, each from a hash of the seed and the device's place in its kind. */
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { ProtocolName } from '@backlot/contract/devices/kind-facts'
import { WIRE_SPECS } from '../wire/wires.ts'
import type { Name } from '../world/city/types.ts'
import { hash32 } from '../world/hash.ts'

const STREAM = { serial: 911, plate: 912, person: 913 }
/** Licence plates leave out I and O. */
const PLATE = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const digits = (value: number, length: number) => String(value % 10 ** length).padStart(length, '0')

/**
 * Serial in the style of a protocol: GB/T 28181 20 digits (region, industry, type 132 camera, number), V1 and ONVIF 11
 * and V3 12 digits, wires as they say. `number` is unique within the protocol.
 */
export function serialFor(protocol: ProtocolName, seed: number, number: number): string {
  const noise = hash32(seed, number, STREAM.serial, PROTOCOL_TYPES[protocol])
  switch (protocol) {
    case 'gb28181':
      return `11010${1 + (noise % 8)}0000132${digits(number + 1, 7)}`.padEnd(20, '0')
    case 'v3':
      return `35${digits(noise, 4)}${digits(number + 1, 6)}`
    case 'v1':
      return `10${digits(noise, 3)}${digits(number + 1, 6)}`
    case 'onvif':
      return `22${digits(noise, 3)}${digits(number + 1, 6)}`
    default:
      return WIRE_SPECS[protocol].serialOf(number, (stream) => hash32(seed, number, STREAM.serial, stream))
  }
}

/** A licence plate of the capital's region, e.g. 京A·7F21K. Of vehicles past the first thousand no two are the same. */
export function plateFor(seed: number, number: number): string {
  const region = 'ABCEFGHJKLMNPQ'[hash32(seed, number, STREAM.plate, 0) % 14]
  const turn = hash32(seed, 0, STREAM.plate, 9)
  let tail = ''
  if (number < 1000) {
    for (let i = 1; i <= 2; i++) tail += PLATE[hash32(seed, number, STREAM.plate, i) % PLATE.length]
    return `京${region}·${digits(number * 7 + turn, 3)}${tail}`
  }
  // A step that shares no factor with their number goes through all bodies of a plate before the first comes again.
  const body = ((number % PLATE_BODIES) * 700_001 + turn) % PLATE_BODIES
  const letters = Math.floor(body / 1000)
  tail = PLATE[Math.floor(letters / PLATE.length)]! + PLATE[letters % PLATE.length]!
  return `京${region}·${digits(body, 3)}${tail}`
}

/** Three digits and two of PLATE. */
const PLATE_BODIES = 1000 * PLATE.length * PLATE.length

const SURNAMES = [
  ['王', 'Wang'],
  ['李', 'Li'],
  ['张', 'Zhang'],
  ['刘', 'Liu'],
  ['陈', 'Chen'],
  ['杨', 'Yang'],
  ['赵', 'Zhao'],
  ['周', 'Zhou'],
  ['吴', 'Wu'],
  ['徐', 'Xu'],
  ['孙', 'Sun'],
  ['马', 'Ma'],
  ['朱', 'Zhu'],
  ['胡', 'Hu'],
  ['林', 'Lin'],
  ['郭', 'Guo'],
] as const
const GIVEN = [
  ['伟', 'Wei'],
  ['芳', 'Fang'],
  ['敏', 'Min'],
  ['静', 'Jing'],
  ['建国', 'Jianguo'],
  ['丽', 'Li'],
  ['强', 'Qiang'],
  ['磊', 'Lei'],
  ['洋', 'Yang'],
  ['艳', 'Yan'],
  ['勇', 'Yong'],
  ['志明', 'Zhiming'],
  ['晓东', 'Xiaodong'],
  ['海燕', 'Haiyan'],
  ['鹏', 'Peng'],
  ['慧', 'Hui'],
] as const

/** A person, e.g. 王伟 / Wang Wei. */
export function personFor(seed: number, number: number): Name {
  const surname = SURNAMES[hash32(seed, number, STREAM.person, 0) % SURNAMES.length]!
  const given = GIVEN[hash32(seed, number, STREAM.person, 1) % GIVEN.length]!
  return { zh: surname[0] + given[0], en: `${surname[1]} ${given[1]}` }
}
