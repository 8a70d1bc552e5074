import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmDraft, AlarmInsert } from '../../history/alarm-draft.ts'
import { PlatformError } from '../../kernel/platform-error.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import type { WorkSlices } from '../../kernel/work-slices.ts'
import type { ArchivePositions } from '../../store/archive-positions.ts'
import type { Store } from '../../store/store.ts'
import { prepared } from '../shared/prepared.ts'
import { newestCursor } from './alarm-counters.ts'
import { type AlarmRow, alarmOf, rowOf } from './alarm-row.ts'
import { fillDraft, flagsDevice } from './fill-draft.ts'
import type { AlarmDevicesPort, AlarmListener } from './ports.ts'
import type { RaisedRow } from './writes.ts'

/** Alarms of one write: longer lists are cut, so that no transaction holds the others up. */
const LIST_MAX = 250
const STOPPED = 2
/** Devices whose alarms end in one write: each is a look into an index. */
const ENDING_DEVICES = 1000

/**
 * Where alarms come in and where their changes go out: stored first, then published in commit order, then the flags
 * of their devices.
 */
export class AlarmRepository {
  readonly #store: Store
  readonly #devices: AlarmDevicesPort
  readonly #publisher: Publisher
  readonly #listeners = new Set<AlarmListener>()
  readonly #quietListeners = new Set<() => void>()
  #pruned = 0
  /** Read again only after the store has written. */
  #cursor: { storeVersion: number; value: number } | undefined

  constructor(store: Store, devices: AlarmDevicesPort, publisher: Publisher) {
    this.#store = store
    this.#devices = devices
    this.#publisher = publisher
  }

  /** Calls back when alarms began, ended or were processed, after it was stored. */
  onChange(listener: AlarmListener): void {
    this.#listeners.add(listener)
  }

  /**
   * Calls back when alarms changed and nobody was notified: they were stored quietly, removed, or hidden or shown by a
   * move of the clock. Returns a function that stops it.
   */
  onQuietChange(listener: () => void): () => void {
    this.#quietListeners.add(listener)
    return () => void this.#quietListeners.delete(listener)
  }

  /**
   * Raises alarms. Resolves after the commit with the alarms as stored, in the order given. `quiet` stores without
   * notifying consoles (a clock that jumped). Throws notFound, storing nothing, when a device does not exist.
   */
  async raise(list: readonly AlarmDraft[], options: { quiet?: boolean } = {}): Promise<Alarm[]> {
    const filled = list.map((draft) => {
      const insert = fillDraft(this.#devices, draft)
      if (!insert) throw new PlatformError('notFound', `There is no device ${draft.sn}`, 'sn')
      return insert
    })
    return this.#keep(filled, options.quiet === true)
  }

  /**
   * Raises alarms of the past, in slices: other work has its turn while the alarms are prepared. Alarms of devices that
   * are gone by then are skipped.
   */
  async raiseUnhurried(
    list: readonly AlarmDraft[],
    { quiet = false, slices }: { quiet?: boolean; slices: WorkSlices },
  ): Promise<Alarm[]> {
    const filled: AlarmInsert[] = []
    for (const draft of list) {
      const insert = fillDraft(this.#devices, draft)
      if (insert) filled.push(insert)
      const pause = slices.pause()
      if (pause) await pause
    }
    const present = filled.filter(({ sn }) => this.#devices.exists(sn))
    return this.#keep(present, quiet)
  }

  /**
   * Ends alarms in progress at a moment: removed devices raise no end any more. Resolves when it is stored and
   * published.
   */
  async endOf(sns: readonly string[], atMs: number): Promise<void> {
    for (let at = 0; at < sns.length; at += ENDING_DEVICES) {
      const part = sns.slice(at, at + ENDING_DEVICES)
      const rows = await this.#store.write('alarmTimes.endOf', { sns: part, atMs: Math.round(atMs) })
      this.#notify(this.changed(rows), 'stop')
    }
  }

  /**
   * Call it after the clock went back to a platform moment: later alarms are hidden, or removed with `cut`; alarms that
   * were in progress then are so again; flags are those of then.
   */
  async wentBack(toMs: number, sinceMs: number, cut: boolean): Promise<void> {
    const cutting = cut ? this.#store.write('alarmTimes.cutAfter', { afterMs: toMs }) : 0
    const reopening = this.#store.write('alarmTimes.reopen', { atMs: toMs })
    await Promise.all([cutting, reopening, this.resetFlags(toMs, sinceMs)])
    this.#pruned++
  }

  /** Sets the flags of devices as their alarms in [sinceMs, atMs] leave them, after the clock went over some quietly. */
  async resetFlags(atMs: number, sinceMs: number): Promise<void> {
    const flags = await this.#store.write('alarmTimes.resetFlags', { atMs, sinceMs })
    this.#devices.resetFlags(new Map(flags.map(({ sn, alarmFlg }) => [sn, alarmFlg])))
    this.#notifyQuiet()
  }

  /**
   * Alarms in (fromMs, toMs] that were stored up to `lastCursor`, before the clock went back, are raised as new again.
   * Answers their number.
   */
  async reveal(span: { fromMs: number; toMs: number; lastCursor: number }): Promise<number> {
    let count = 0
    for (;;) {
      const rows = await this.#store.write('alarmTimes.reveal', { ...span, limit: LIST_MAX })
      this.#tell(
        [],
        rows.map((row) => ({ row, effect: 'new' })),
        false,
      )
      count += rows.length
      if (rows.length < LIST_MAX) return count
    }
  }

  /** The newest alarm in progress of a channel whose sequence begins so, as far as it is stored. */
  newestOpen(sn: string, chnId: number, seqPrefix: string): { atMs: number; alarmSeq: string } | undefined {
    // A range of the index: a device may have tens of thousands of other alarms.
    return prepared(
      this.#store.read,
      `SELECT start_ms AS atMs, alarm_seq AS alarmSeq FROM alarms
       WHERE sn = @sn AND chn_id = @chnId AND alarm_seq >= @from AND alarm_seq < @from || char(0x10ffff)
         AND state = 1 ORDER BY id DESC LIMIT 1`,
    ).get({ sn, chnId, from: seqPrefix }) as { atMs: number; alarmSeq: string } | undefined
  }

  /** Publishes rows that were changed by people; with a flag they were processed. Answers the alarms. */
  changed(rows: readonly AlarmRow[], flag?: 1 | 2): Alarm[] {
    if (rows.length === 0) return []
    const alarms = rows.map((row) => alarmOf(row))
    this.#publisher.alarms(alarms, true)
    if (flag) {
      for (const sn of new Set(rows.map((row) => row.sn))) this.#devices.setFlag(sn, flag)
      this.#notify(alarms, 'processing')
    }
    return alarms
  }

  /** Cursor of the newest alarm. */
  cursor(): number {
    const version = this.#store.version()
    if (this.#cursor?.storeVersion !== version) {
      this.#cursor = { storeVersion: version, value: newestCursor(this.#store.read) }
    }
    return this.#cursor.value
  }

  /** Grows with every change of any alarm, removals included. */
  version(): string {
    return `${this.cursor()}.${this.#pruned}`
  }

  stored(): number {
    return (this.#store.read.prepare('SELECT count(*) AS n FROM alarms').get() as { n: number }).n
  }

  /**
   * Removes alarms that started before a platform moment, and the oldest past the newest `keepRows`, a bounded part at
   * a time; with an archive those that it has. Answers the number removed.
   */
  async prune(
    beforeMs: number,
    keepRows: number,
    partSize = 1000,
    archived?: Pick<ArchivePositions, 'alarms' | 'alarm_history'>,
  ): Promise<number> {
    let removed = 0
    for (;;) {
      const part = await this.#store.write('alarms.prune', { beforeMs, keepRows, limit: partSize, archived })
      removed += part
      this.#pruned += part
      if (part === partSize) continue
      if (removed > 0) this.#notifyQuiet()
      return removed
    }
  }

  async #keep(filled: readonly AlarmInsert[], quiet: boolean): Promise<Alarm[]> {
    const parts: AlarmInsert[][] = []
    for (let at = 0; at < filled.length; at += LIST_MAX) parts.push(filled.slice(at, at + LIST_MAX))
    const stored = await Promise.all(
      parts.map(async (part) => {
        const raised = await this.#store.write('alarms.raise', { list: part })
        return this.#tell(part, raised, quiet)
      }),
    )
    return stored.flat()
  }

  /** Publishes stored alarms: new alarms and updates apart, runs of them in commit order. Answers all of them. */
  #tell(drafts: readonly AlarmInsert[], raised: readonly RaisedRow[], quiet: boolean): Alarm[] {
    const alarms = raised.map((one, i) => alarmOf('row' in one ? one.row : rowOf(drafts[i]!, one)))
    const isFresh = (at: number, effect: RaisedRow['effect']) => raised[at]?.effect === effect
    for (let at = 0; at < raised.length; ) {
      const { effect } = raised[at]!
      let end = at + 1
      while (isFresh(end, effect)) end++
      if (!quiet) {
        const part = alarms.slice(at, end)
        this.#publish(part, effect)
        this.#tellOf(part, effect)
      }
      at = end
    }
    if (quiet && raised.length > 0) this.#notifyQuiet()
    const flagged = new Set<string>()
    for (const [i, { sn, type, subType = '' }] of alarms.entries()) {
      if (raised[i]!.effect === 'new' && flagsDevice(type, subType)) flagged.add(sn)
    }
    for (const sn of flagged) this.#devices.setFlag(sn, 1)
    return alarms
  }

  #tellOf(alarms: readonly Alarm[], effect: RaisedRow['effect']): void {
    if (effect === 'new') this.#notify(alarms, 'start')
    if (effect !== 'new' && effect !== 'updated') return
    const ended = alarms.filter(({ state }) => state === STOPPED)
    if (ended.length > 0) this.#notify(ended, 'stop')
  }

  #publish(alarms: readonly Alarm[], effect: RaisedRow['effect']): void {
    if (effect === 'same') return
    if (effect === 'illustrated') {
      for (const { sn, alarmSeq, resource } of alarms) this.#publisher.resource(sn, alarmSeq, resource)
    } else {
      this.#publisher.alarms(alarms, effect === 'updated')
    }
  }

  #notify(alarms: readonly Alarm[], kind: Parameters<AlarmListener>[1]): void {
    for (const listener of this.#listeners) listener(alarms, kind)
  }

  #notifyQuiet(): void {
    for (const listener of this.#quietListeners) listener()
  }
}
