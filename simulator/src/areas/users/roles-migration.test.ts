import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../../store/migrate.ts'
import Sqlite from '../../store/sqlite.ts'

test('roles of the time before owners belong to the first administrator that no group bounds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-roles-'))
  const file = join(folder, 'platform.db')
  const db = new Sqlite(file)
  try {
    const all = readMigrations()
    const before = all.findIndex(({ tag }) => tag.endsWith('role_owners'))
    await migrate(db, file, all.slice(0, before))
    db.exec(
      `INSERT INTO roles (id, name, type, permission) VALUES (1, 'Administrator', 0, '[]'), (2, 'Own', 1, '[]')`,
    )
    const user = db.prepare(
      `INSERT INTO users (id, login_name, name, role_id, node_id, type, first_process, single_login, locked, theme, logo,
        email, phone_number, config, password_salt, password_key, password_changed_ms, created_ms)
       VALUES (?, ?, '', 1, ?, ?, 1, 0, 0, '', '', '', '', '{}', '', '', 0, 0)`,
    )
    user.run(3, 'operator', 0, 1)
    user.run(4, 'local', 7, 0)
    user.run(5, 'admin', 0, 0)
    user.run(6, 'chief', 0, 0)
    await migrate(db, file, all)
    expect(db.prepare('SELECT id, type, owner_id FROM roles ORDER BY id').all()).toEqual([
      { id: 1, type: 0, owner_id: 5 },
      { id: 2, type: 1, owner_id: 5 },
    ])
  } finally {
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
})
