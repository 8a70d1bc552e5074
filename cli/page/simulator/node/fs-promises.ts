import { fs } from 'memfs'
import { statfsSync } from './fs.ts'

const { promises } = fs
export const statfs = async () => statfsSync()
export const {
  access,
  appendFile,
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} = promises
export default { ...promises, statfs }
