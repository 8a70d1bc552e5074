/** Command numbers (CN): the meaning of each, and who sends it first. */
export type CommandKind =
  /** The platform asks; the station answers 9011, data where there are any, 9012. */
  | 'request'
  /** The station reports; the platform answers 9014 on request. */
  | 'upload'
  /** Either reports; the other answers 9013. */
  | 'notice'
  | 'answer'

export type CommandRow = { cn: string; kind: CommandKind; zh: string; en: string; alsoUpload?: boolean }

const row = (cn: string, kind: CommandKind, zh: string, en: string, alsoUpload?: boolean): CommandRow => ({
  cn,
  kind,
  zh,
  en,
  alsoUpload,
})

const ROWS: readonly CommandRow[] = [
  row('1000', 'request', '设置超时时间及重发次数', 'Set time-out and retries'),
  row('1001', 'request', '提取超时时间及重发次数', 'Read time-out and retries'),
  row('1002', 'request', '设置超限告警时间', 'Set alarm time'),
  row('1011', 'request', '提取现场机时间', 'Read device time', true),
  row('1012', 'request', '设置现场机时间', 'Set device time'),
  row('1013', 'notice', '现场机时间校准请求', 'Device asks for the time'),
  row('1014', 'request', '时间校准', 'Time calibration'),
  row('1021', 'request', '提取污染物报警门限值', 'Read alarm limits', true),
  row('1022', 'request', '设置污染物报警门限值', 'Set alarm limits'),
  row('1031', 'request', '提取上位机地址', 'Read platform address', true),
  row('1032', 'request', '设置上位机地址', 'Set platform address'),
  row('1041', 'request', '提取数据上报时间', 'Read report time', true),
  row('1042', 'request', '设置数据上报时间', 'Set report time'),
  row('1061', 'request', '提取实时数据间隔', 'Read realtime interval', true),
  row('1062', 'request', '设置实时数据间隔', 'Set realtime interval'),
  row('1063', 'request', '提取分钟数据间隔', 'Read minute interval', true),
  row('1064', 'request', '设置分钟数据间隔', 'Set minute interval'),
  row('1072', 'request', '设置现场机密码', 'Set password'),
  row('2011', 'request', '取污染物实时数据', 'Realtime data', true),
  row('2012', 'notice', '停止察看实时数据', 'Stop realtime data'),
  row('2013', 'request', '取实时数据（2025）', 'Realtime data (2025)', true),
  row('2021', 'request', '取设备运行状态数据', 'Device status', true),
  row('2022', 'notice', '停止察看设备运行状态', 'Stop device status'),
  row('2031', 'request', '取污染物日历史数据', 'Day data', true),
  row('2041', 'request', '取设备运行时间日历史数据', 'Day run time', true),
  row('2051', 'request', '取污染物分钟数据', 'Minute data', true),
  row('2052', 'request', '取分钟数据（2025）', 'Minute data (2025)', true),
  row('2061', 'request', '取污染物小时数据', 'Hour data', true),
  row('2062', 'request', '取小时数据（2025）', 'Hour data (2025)', true),
  row('2071', 'request', '取污染物报警记录', 'Alarm records', true),
  row('2072', 'upload', '上传报警事件', 'Alarm event'),
  row('2081', 'upload', '上传数采仪开机时间', 'Restart time'),
  row('2111', 'request', '取事件数据（2025）', 'Event data (2025)', true),
  row('3011', 'request', '零点校准量程校准', 'Calibrate'),
  row('3012', 'request', '即时采样', 'Sample at once'),
  row('3013', 'request', '启动清洗/反吹', 'Purge'),
  row('3014', 'request', '比对采样', 'Compare'),
  row('3015', 'request', '超标留样', 'Retain sample', true),
  row('3016', 'request', '设置采样时间周期', 'Set sampling cycle'),
  row('3017', 'request', '提取采样时间周期', 'Read sampling cycle', true),
  row('3018', 'request', '提取出样时间', 'Read sample time', true),
  row('3019', 'request', '提取设备唯一标识', 'Read serial number', true),
  row('3020', 'request', '提取现场机信息', 'Read information', true),
  row('3021', 'request', '设置现场机参数', 'Set parameter'),
  row('3022', 'request', '提取现场机参数（2025）', 'Read parameter (2025)', true),
  row('3024', 'request', '远程控制（2025）', 'Remote control (2025)'),
  row('9011', 'answer', '请求应答', 'Request answer'),
  row('9012', 'answer', '执行结果', 'Execution result'),
  row('9013', 'answer', '通知应答', 'Notice answer'),
  row('9014', 'answer', '数据应答', 'Data answer'),
  row('9015', 'notice', '心跳', 'Heartbeat'),
]

export const COMMANDS: ReadonlyMap<string, CommandRow> = new Map(ROWS.map((command) => [command.cn, command]))

/** Systems (ST): the kind of place that the packet concerns. */
export const SYSTEMS: Readonly<Record<string, { zh: string; en: string }>> = {
  '21': { zh: '地表水质量监测', en: 'Surface water' },
  '22': { zh: '空气质量监测', en: 'Air quality' },
  '23': { zh: '声环境质量监测', en: 'Noise' },
  '24': { zh: '地下水质量监测', en: 'Groundwater' },
  '25': { zh: '土壤质量监测', en: 'Soil' },
  '26': { zh: '海水质量监测', en: 'Sea water' },
  '27': { zh: '挥发性有机物监测', en: 'Volatile organic compounds' },
  '31': { zh: '大气环境污染源', en: 'Flue gas' },
  '32': { zh: '地表水体环境污染源', en: 'Sewage' },
  '33': { zh: '地下水体环境污染源', en: 'Groundwater source' },
  '34': { zh: '海洋环境污染源', en: 'Sea source' },
  '35': { zh: '土壤环境污染源', en: 'Soil source' },
  '36': { zh: '声环境污染源', en: 'Noise source' },
  '37': { zh: '振动环境污染源', en: 'Vibration source' },
  '38': { zh: '放射性环境污染源', en: 'Radioactive source' },
  '39': { zh: '工地扬尘污染源', en: 'Construction dust' },
  '41': { zh: '电磁环境污染源', en: 'Electromagnetic source' },
  '51': { zh: '烟气排放过程监控', en: 'Flue gas process' },
  '52': { zh: '污水排放过程监控', en: 'Sewage process' },
  '91': { zh: '系统交互', en: 'System' },
}

/** Marks of a value (Flag suffix). */
export const DATA_FLAGS: Readonly<Record<string, { zh: string; en: string }>> = {
  N: { zh: '正常', en: 'normal' },
  F: { zh: '停运', en: 'stopped' },
  M: { zh: '维护', en: 'maintenance' },
  S: { zh: '手工输入', en: 'entered by hand' },
  D: { zh: '故障', en: 'fault' },
  C: { zh: '校准', en: 'calibrating' },
  T: { zh: '超量程', en: 'over range' },
  B: { zh: '通讯异常', en: 'link fault' },
}
