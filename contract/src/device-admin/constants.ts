/** Limits of the administration of devices (assumed; the size of an import file is stated). */
export const DEVICE_LIMITS = {
  nameMax: 64,
  /** Least length of names and serial numbers (stated for names: 3-32). */
  snMin: 3,
  snMax: 32,
  textMax: 255,
  groupDepth: 8,
  /** Groups that people made. */
  groups: 2000,
  /** Devices that people added, in all. */
  addedDevices: 2000,
  importRows: 1000,
  types: 200,
  channels: 32,
  /** Devices of one move or removal. */
  atOnce: 500,
} as const

/** Where a device came from: with the platform (or a fleet), by an administrator, or by itself at a gateway. */
export const DEVICE_ORIGINS = ['platform', 'added', 'discovered'] as const

/** Results of a row of an import file. */
export const IMPORT_RESULTS = ['added', 'ready', 'refused'] as const

/** Columns of an import file, in the order of the template. Headings in either language, in any order. */
export const IMPORT_COLUMNS = [
  { key: 'sn', zh: '序列号', en: 'Serial number', required: true },
  { key: 'name', zh: '设备名称', en: 'Name', required: true },
  { key: 'type', zh: '设备类型', en: 'Device type', required: true },
  { key: 'group', zh: '分组', en: 'Group', required: false },
  { key: 'longitude', zh: '经度', en: 'Longitude', required: false },
  { key: 'latitude', zh: '纬度', en: 'Latitude', required: false },
  { key: 'address', zh: '安装地址', en: 'Address', required: false },
  { key: 'installer', zh: '安装人员', en: 'Installer', required: false },
] as const
