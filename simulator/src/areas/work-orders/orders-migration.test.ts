import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../../store/migrate.ts'
import Sqlite from '../../store/sqlite.ts'

test('orders of the time before states keep their number, alarm and creator, and get a history', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-orders-'))
  const file = join(folder, 'platform.db')
  const db = new Sqlite(file)
  try {
    const all = readMigrations()
    await migrate(
      db,
      file,
      all.slice(
        0,
        all.findIndex(({ tag }) => tag === '0006_work_orders'),
      ),
    )
    db.exec(`INSERT INTO work_orders (id, number, alarm_id, sn, group_id, title, content, state, creator_id, creator_name, created_ms)
      VALUES (7, 'WO20261120-00003', 42, 'N-PTZ', 1, 'A fire', 'Look', 0, 3, 'Wang', 1000)`)
    await migrate(db, file, all)
    expect(db.prepare('SELECT * FROM work_orders').get()).toMatchObject({
      id: 7,
      number: 'WO20261120-00003',
      sn: 'N-PTZ',
      dev_name_zh: 'N-PTZ',
      type: '',
      state: 0,
      version: 1,
      assignee_id: null,
      deadline_ms: 1000 + 86_400_000,
    })
    expect(db.prepare('SELECT * FROM work_order_alarms').all()).toEqual([{ alarm_id: 42, order_id: 7 }])
    expect(db.prepare('SELECT user_name, action, to_state FROM work_order_history').all()).toEqual([
      { user_name: 'Wang', action: 'create', to_state: 0 },
    ])
  } finally {
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
