import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../../store/migrate.ts'
import Sqlite from '../../store/sqlite.ts'

test('what people said of rainfall goes with it to its new code, and what foreign stations report stays theirs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-rainfall-'))
  const file = join(folder, 'platform.db')
  const db = new Sqlite(file)
  try {
    const all = readMigrations()
    const before = all.findIndex(({ tag }) => tag.endsWith('rainfall_code'))
    await migrate(db, file, all.slice(0, before))
    db.exec(
      `INSERT INTO sense_quantities VALUES
         ('a01017', '雨', 'Rain', 'mm', 1, 0, 1, NULL, 30, 2, 0), ('a21005', '一氧化碳', 'CO', 'mg/m³', 1, 0, 1, NULL, 9, 1, 0);
       INSERT INTO sense_controllers VALUES
         (101, 'C-1', 'Mast', '', '', 1, '010300000004', 9600, 1, '["a01001","a01017"]', 1, 0);
       INSERT INTO foreign_devices (sn, device_id, kind, protocol_type, name_zh, name_en, first_seen_ms, last_seen_ms)
         VALUES ('STACK', 9, 'hj212Station', 2, '烟囱', 'Stack', 0, 0);
       INSERT INTO device_installations VALUES
         ('MAST', 'points', '[{"id":1,"codes":["a01017","a21005"],"limits":[{"code":"a01017","high":20}]}]', 1, 0),
         ('STACK', 'points', '[{"id":1,"codes":["a01017"]}]', 1, 0)`,
    )
    await migrate(db, file, all)
    const column = (sql: string) => db.prepare(sql).pluck().all()
    expect(db.prepare('SELECT code, name_en, high FROM sense_quantities ORDER BY code').all()).toEqual([
      { code: 'a01022', name_en: 'Rain', high: 30 },
      { code: 'a21005', name_en: 'CO', high: 9 },
    ])
    expect(column('SELECT codes FROM sense_controllers')).toEqual(['["a01001","a01022"]'])
    expect(column('SELECT content FROM device_installations ORDER BY sn')).toEqual([
      '[{"id":1,"codes":["a01022","a21005"],"limits":[{"code":"a01022","high":20}]}]',
      '[{"id":1,"codes":["a01017"]}]',
    ])
  } finally {
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
