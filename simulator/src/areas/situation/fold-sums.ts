import type {
  AlarmDeviceSum,
  AlarmGroupSum,
  AlarmHour,
  AlarmTypeSum,
} from '@backlot/contract/situation/calls'
import type { Language } from '../../kernel/language.ts'
import type { AlarmSum, AlarmSumsPort } from './ports.ts'

type Counted = { total: number; open: number }
type Names = Pick<AlarmSumsPort, 'group' | 'deviceName'>

/** Adds up sums hour by hour: in all, by hour, type, group and device. */
export class SumFold {
  readonly #hours: AlarmHour[] = []
  readonly #types = new Map<string, Counted>()
  readonly #groups = new Map<number, Counted>()
  readonly #devices = new Map<string, Counted & { zh: string; en: string }>()
  readonly #all: Counted = { total: 0, open: 0 }

  /** Takes the sums of the hour that begins at `startMs`. */
  add(startMs: number, sums: readonly AlarmSum[]): void {
    const hour = { time: startMs / 1000, total: 0, open: 0 }
    this.#hours.push(hour)
    for (const sum of sums) {
      grow(hour, sum)
      grow(this.#all, sum)
      grow(entryIn(this.#types, sum.type), sum)
      grow(entryIn(this.#groups, sum.groupId), sum)
      const device = this.#devices.get(sum.sn) ?? { total: 0, open: 0, zh: sum.zh, en: sum.en }
      this.#devices.set(sum.sn, device)
      grow(device, sum)
    }
  }

  /** Sums, largest first, at most `top` groups and devices; equal ones in the order of their keys. */
  result(top: number, language: Language, names: Names) {
    const byType: AlarmTypeSum[] = ranked(this.#types, Number.POSITIVE_INFINITY).map(([type, counted]) => ({
      type,
      ...counted,
    }))
    const byGroup: AlarmGroupSum[] = ranked(this.#groups, top).map(([nodeId, counted]) => ({
      nodeId,
      name: names.group(nodeId)?.name[language] ?? '',
      parentName: names.group(nodeId)?.parent?.[language] ?? '',
      ...counted,
    }))
    const byDevice: AlarmDeviceSum[] = ranked(this.#devices, top).map(([sn, { total, open, ...then }]) => ({
      sn,
      name: (names.deviceName(sn) ?? then)[language],
      total,
      open,
    }))
    return { ...this.#all, byHour: this.#hours, byType, byGroup, byDevice }
  }
}

function grow(counted: Counted, by: Counted): void {
  counted.total += by.total
  counted.open += by.open
}

function entryIn<K>(map: Map<K, Counted>, key: K): Counted {
  const known = map.get(key) ?? { total: 0, open: 0 }
  map.set(key, known)
  return known
}

function ranked<K extends string | number, V extends Counted>(
  map: ReadonlyMap<K, V>,
  most: number,
): [K, V][] {
  const rows = [...map].sort(([a, x], [b, y]) => y.total - x.total || (a < b ? -1 : 1))
  return rows.slice(0, most)
}
