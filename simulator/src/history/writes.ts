import type { Write } from '../store/write.ts'

/** Resets the flags of all devices: devices that are not named have none. */
const resetFlags: Write<{ flags: readonly (readonly [sn: string, alarmFlg: 1 | 2])[] }, void> = (
  db,
  { flags },
) => {
  db.prepare('DELETE FROM alarm_flags').run()
  const insert = db.prepare('INSERT INTO alarm_flags (sn, alarm_flg) VALUES (?, ?)')
  for (const [sn, alarmFlg] of flags) insert.run(sn, alarmFlg)
}

export const HISTORY_WRITES = { 'history.resetFlags': resetFlags } as const
