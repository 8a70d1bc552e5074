/** Files in the memory of the page. */
import { fs as files } from 'memfs'

/** As of a large disk that is empty. */
const SPACE = { bavail: 1e9, bfree: 1e9, blocks: 1e9, bsize: 4096 }
const statfsSync = () => SPACE

export default { ...files, statfsSync }
export { statfsSync }
export const {
  accessSync,
  appendFileSync,
  chmodSync,
  close,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstat,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  open,
  openSync,
  promises,
  read,
  readFile,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  stat,
  statSync,
  truncateSync,
  unlink,
  unlinkSync,
  utimesSync,
  watch,
  write,
  writeFileSync,
  writeSync,
  ReadStream,
  WriteStream,
  Stats,
} = files
