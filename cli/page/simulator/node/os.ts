export const EOL = '\n'
export const tmpdir = () => '/tmp'
export const homedir = () => '/root'
export const hostname = () => 'page'
export const platform = () => 'linux'
export const type = () => 'Linux'
export const release = () => ''
export const arch = () => 'wasm32'
export const endianness = () => 'LE'
export const availableParallelism = () => globalThis.navigator.hardwareConcurrency
export const cpus = () =>
  Array.from({ length: availableParallelism() }, () => ({ model: '', speed: 0, times: { user: 0, idle: 0 } }))
/** A browser does not tell; as much as a page may have. */
export const totalmem = () => 4e9
export const freemem = () => 2e9
export const uptime = () => performance.now() / 1000
export const networkInterfaces = () => ({})
export const setPriority = () => {}
export default { EOL, tmpdir, homedir, hostname, platform, type, release, arch, cpus, networkInterfaces }
