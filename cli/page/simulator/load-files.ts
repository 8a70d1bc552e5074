import { unzipSync } from 'fflate'
import { fs } from 'memfs'

/** Files that the platform reads, as they lie below its folder (cli/src/static-page/platform-files.ts). */
const ARCHIVE = 'files.zip'
const ROOT = '/app'
/** Folders that it expects of a machine. */
const FOLDERS = ['/tmp', '/root']

/** Unpacks them into the memory of this thread. Rejects when they cannot be read. */
export async function loadFiles(): Promise<void> {
  const address = new URL(ARCHIVE, globalThis.location.href)
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`${address}: HTTP ${reply.status}`)
  const files = unzipSync(new Uint8Array(await reply.arrayBuffer()))
  for (const folder of FOLDERS) fs.mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) {
    const path = `${ROOT}/${name}`
    if (name.endsWith('/')) fs.mkdirSync(path, { recursive: true })
    else {
      fs.mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
      fs.writeFileSync(path, bytes)
    }
  }
}
