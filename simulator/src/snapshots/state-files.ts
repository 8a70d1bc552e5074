import { constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from '../kernel/storage-error.ts'
import { PART } from '../store/whole-files.ts'

export const DATABASE = 'backlot.db'
/** Folders of users' files. Each file is written whole under a name of its own and never changed. */
export const FOLDERS = ['uploads', 'versions', 'camera-pictures'] as const
/** Beside a database; empty or not there when it was closed well. */
const LOGS = [`${DATABASE}-wal`, `${DATABASE}-shm`]

/** Folder of what a restore has put aside. While it is there, the restore is not complete. */
const ASIDE = 'before-restore'
/** Folder of what a restore will put in its place. */
const STAGED = `restore${PART}`
const DONE = `restored${PART}`

/** Gives a folder the users' files of another, as links where the file system has them. Throws a StorageError. */
export async function takeFolders(from: string, to: string): Promise<void> {
  try {
    for (const name of FOLDERS) await takeFolder(join(from, name), join(to, name))
  } catch (error) {
    throw fileError(error)
  }
}

async function takeFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of entries) {
    if (entry.isDirectory()) await takeFolder(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile() && !entry.name.endsWith(PART))
      await takeFile(join(from, entry.name), join(to, entry.name))
  }
}

async function takeFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Removed since the folder was read.
    if (code === 'ENOENT') return
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOSYS', 'ENOTSUP'].includes(code ?? '')) throw error
    await copyFile(from, to)
  }
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

/** State that lies ready to take the place of a data folder's. */
export type StagedState = {
  /** Puts it in the place of the present state, which is put aside. No database may be open. */
  swapIn(): void
  /** Puts the former state back. */
  swapBack(): void
  /** Keeps the new state for good. */
  keep(): void
  /** Drops what was never swapped in. */
  drop(): void
}

/** Copies the state of a snapshot beside that of a data folder. Throws a StorageError, leaving nothing. `rename`: the file system's. */
export async function stageState(
  snapshot: string,
  dataFolder: string,
  rename = renameSync,
): Promise<StagedState> {
  const staged = join(dataFolder, STAGED)
  rmSync(staged, { recursive: true, force: true })
  const drop = () => rmSync(staged, { recursive: true, force: true })
  try {
    await mkdir(staged, { mode: 0o700 })
    // It will be written to: a copy, which costs nothing where the file system shares blocks.
    await copyFile(join(snapshot, DATABASE), join(staged, DATABASE), constants.COPYFILE_FICLONE)
    await takeFolders(snapshot, staged)
  } catch (error) {
    drop()
    throw fileError(error)
  }
  return {
    swapIn() {
      const aside = join(dataFolder, ASIDE)
      mkdirSync(aside, { mode: 0o700 })
      moveState(dataFolder, aside, rename)
      // What is new is aside as well, empty: an undoing removes it.
      for (const name of FOLDERS) mkdirSync(join(aside, name), { recursive: true, mode: 0o700 })
      moveState(staged, dataFolder, rename)
      drop()
    },
    swapBack: () => undoRestore(dataFolder),
    keep() {
      // From here on no start undoes it.
      rename(join(dataFolder, ASIDE), join(dataFolder, DONE))
      rmSync(join(dataFolder, DONE), { recursive: true, force: true })
    },
    drop,
  }
}

/**
 * Undoes a restore that was interrupted: the data folder has the state from before it again. Harmless without one, and
 * when it is interrupted itself. Call it before a database is opened.
 */
export function undoRestore(dataFolder: string, rename = renameSync): void {
  const aside = join(dataFolder, ASIDE)
  for (const name of FOLDERS) takeBack(aside, dataFolder, name, rename)
  if (existsSync(join(aside, DATABASE))) {
    // They are of the database in its place, not of the one that is aside.
    for (const name of LOGS) rmSync(join(dataFolder, name), { force: true })
    takeBack(aside, dataFolder, DATABASE, rename)
  }
  for (const name of LOGS) takeBack(aside, dataFolder, name, rename)
  for (const name of [ASIDE, STAGED, DONE]) rmSync(join(dataFolder, name), { recursive: true, force: true })
}

function takeBack(aside: string, dataFolder: string, name: string, rename: typeof renameSync): void {
  if (!existsSync(join(aside, name))) return
  rmSync(join(dataFolder, name), { recursive: true, force: true })
  rename(join(aside, name), join(dataFolder, name))
}

function moveState(from: string, to: string, rename: typeof renameSync): void {
  // Logs first: as long as the database is in its place, they are its own.
  for (const name of [...LOGS, DATABASE, ...FOLDERS]) {
    if (existsSync(join(from, name))) rename(join(from, name), join(to, name))
  }
}
