import type pg from 'pg'
import { type ArchivePositions, type ArchiveStream, NOTHING_ARCHIVED } from '../store/archive-positions.ts'
import { ARCHIVE_VERSION, makeArchive } from './archive-schema.ts'
import { ArchiveRefusal } from './connect-archive.ts'

/** Whose archive it is: the data folder's own id, and its seed. */
export type ArchiveOwner = { platform: string; seed: number }

/** A number that no other program takes for its lock: "backlot" in letters. */
const LOCK = 0x6261636b6c6f

/**
 * Makes the archive of a platform, or finds the one that it has, and takes it for this connection alone. Answers how far
 * it has come. Throws an ArchiveRefusal when it is not ours, or is newer than this program, or has what the data folder
 * never had. `newest`: how far the data folder has come.
 */
export async function claimArchive(
  client: pg.Client,
  owner: ArchiveOwner,
  newest: ArchivePositions,
): Promise<ArchivePositions> {
  await client.query('BEGIN')
  const { rows: locked } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [
    LOCK,
  ])
  // An earlier connection of ours may not have ended there yet: it is tried again.
  if (!locked[0]?.ours) throw new Error('another program writes into this archive')
  const { rows: found } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('backlot.archive') IS NOT NULL AS there",
  )
  if (!found[0]?.there) await begin(client, owner, newest)
  else await check(client, owner)
  const positions = await readPositions(client)
  await client.query('COMMIT')
  const ahead = (Object.keys(positions) as ArchiveStream[]).find(
    (stream) => positions[stream] > newest[stream],
  )
  if (ahead !== undefined)
    throw new ArchiveRefusal(
      `the archive has rows (${ahead} up to ${positions[ahead]}) that this data folder (up to ${newest[ahead]}) never had: the folder was restored from a copy. Use another database, or the newest copy of the folder`,
    )
  return positions
}

async function begin(client: pg.Client, { platform, seed }: ArchiveOwner, newest: ArchivePositions) {
  await makeArchive(client)
  await client.query('INSERT INTO backlot.archive (version, platform, seed) VALUES ($1, $2, $3)', [
    ARCHIVE_VERSION,
    platform,
    seed,
  ])
  // There is nothing yet that earlier corrections could apply to.
  const first: ArchivePositions = { ...NOTHING_ARCHIVED, archive_corrections: newest.archive_corrections }
  for (const [stream, position] of Object.entries(first))
    await client.query('INSERT INTO backlot.progress (stream, position) VALUES ($1, $2)', [stream, position])
}

async function check(client: pg.Client, owner: ArchiveOwner): Promise<void> {
  const { rows } = await client.query<{ version: number; platform: string; seed: number }>(
    'SELECT version, platform, seed FROM backlot.archive',
  )
  const [archive] = rows
  if (!archive) throw new ArchiveRefusal('the archive does not say whose it is: use another database')
  if (archive.version > ARCHIVE_VERSION)
    throw new ArchiveRefusal(
      `the archive has version ${archive.version}, this program knows version ${ARCHIVE_VERSION}: start a newer Backlot`,
    )
  if (archive.platform !== owner.platform)
    throw new ArchiveRefusal(
      `the archive belongs to another platform (seed ${archive.seed}, id ${archive.platform}), not to this data folder (seed ${owner.seed}, id ${owner.platform}): use another database`,
    )
}

async function readPositions(client: pg.Client): Promise<ArchivePositions> {
  const { rows } = await client.query<{ stream: ArchiveStream; position: number }>(
    'SELECT stream, position FROM backlot.progress',
  )
  return {
    ...NOTHING_ARCHIVED,
    ...Object.fromEntries(rows.map(({ stream, position }) => [stream, position])),
  }
}
