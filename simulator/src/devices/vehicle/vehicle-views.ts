import type { Name } from '../../world/city/types.ts'

/** Where a video channel of a vehicle looks. */
export type VehicleView = 'front' | 'rear' | 'left' | 'right' | 'cabin' | 'cargo'

/** Views by the names of channels; any other looks ahead. The first match counts. */
const VIEWS: readonly (readonly [VehicleView, RegExp])[] = [
  ['cargo', /货|\b(cargo|freight|load)/i],
  ['cabin', /车内|车厢|驾驶|司机|座|\b(cabin|driver|interior|inside|passenger|saloon)/i],
  ['rear', /后|倒车|\b(rear|back|revers)/i],
  ['left', /左|\bleft\b/i],
  ['right', /右|侧|\b(right|side)\b/i],
]

/** The view that a channel's name indicates. */
export function vehicleViewOf({ zh, en }: Name): VehicleView {
  const text = `${zh} ${en}`
  return VIEWS.find(([, words]) => words.test(text))?.[0] ?? 'front'
}

/** How far a view is turned from where the vehicle drives, degrees clockwise. Who sits inside looks ahead. */
export const VIEW_TURN_DEG: Readonly<Record<VehicleView, number>> = {
  front: 0,
  rear: 180,
  left: 270,
  right: 90,
  cabin: 0,
  cargo: 180,
}
