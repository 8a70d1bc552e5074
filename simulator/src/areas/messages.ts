import type { Language, Named } from './language.ts'

/** Every text with which the areas answer. `{name}` marks a place to fill. */
export const MESSAGES = {
  verifyCodeWrong: { zh: '验证码错误', en: 'Verify code error' },
  verifyCodeExpired: { zh: '验证码已过期', en: 'Verify code expired' },
  wrongCredentials: { zh: '用户名或密码错误', en: 'Wrong user name or password' },
  accountLocked: {
    zh: '账号已锁定，请 {minutes} 分钟后再试',
    en: 'Account locked, try again in {minutes} minutes',
  },
  accountDisabled: { zh: '账号已被停用', en: 'Account locked by an administrator' },
  tooManySignIns: { zh: '登录过于频繁，请稍后再试', en: 'Too many sign-ins, try again later' },
  notSignedIn: { zh: '请先登录', en: 'Please sign in' },
  sessionExpired: { zh: '登录已过期，请重新登录', en: 'Login expired, please log in again' },
  notPermitted: { zh: '您的账号没有权限', en: 'Your account does not have permissions' },
  notLicensed: { zh: '平台未启用此功能', en: 'This function is not enabled on the platform' },
  passwordForm: { zh: '密码摘要格式不正确', en: 'The password digest has the wrong form' },
  passwordsDiffer: { zh: '两次输入的密码不一致', en: 'The two password entries are inconsistent' },
  passwordUnchanged: { zh: '新密码不能与旧密码相同', en: 'The new password equals the old one' },
  configForm: {
    zh: 'config 应为 {point: {latitude, longitude, zoom}} 的 JSON',
    en: 'config must be JSON of {point: {latitude, longitude, zoom}}',
  },
  userNotFound: { zh: '用户不存在', en: 'There is no such user' },
  roleNotFound: { zh: '角色不存在', en: 'There is no such role' },
  roleNameTaken: { zh: '角色名称已存在', en: 'There is a role of this name' },
  roleInUse: { zh: '仍有用户使用该角色', en: 'There are accounts with this role' },
  nodeNotFound: { zh: '节点不存在', en: 'There is no such node' },
  loginNameTaken: { zh: '登录名已存在', en: 'The login name is taken' },
  ownAccount: { zh: '不能对自己的账号执行此操作', en: 'This cannot be done to your own account' },
  lastAdministrator: {
    zh: '必须保留至少一个可以管理用户的账号',
    en: 'At least one account must be able to manage users',
  },
  roleTooStrong: {
    zh: '不能授予自己没有的权限',
    en: 'You cannot grant permissions that you do not have',
  },
  permissionUnknown: { zh: '未知的权限：{target}', en: 'Unknown permission: {target}' },
  deviceNotFound: { zh: '设备不存在', en: 'There is no such device' },
  deviceOffline: { zh: '设备不在线', en: 'The device is offline' },
  positionZero: { zh: '坐标不能为 0', en: 'The position cannot be zero' },
  deviceMoves: { zh: '移动设备不能设置固定位置', en: 'A moving device cannot be placed' },
  channelNotFound: { zh: '通道不存在', en: 'There is no such channel' },
  notPtz: { zh: '该通道不支持云台', en: 'The channel has no pan-tilt-zoom' },
  notVideo: { zh: '该通道不是视频通道', en: 'The channel is no video channel' },
  ptzSpeed: { zh: '云台速度应为 1 到 100', en: 'The speed must be 1 to 100' },
  presetNotSet: { zh: '预置位 {index} 未设置', en: 'Preset {index} is not set' },
  cruiseNotSet: { zh: '巡航 {index} 未设置', en: 'Cruise {index} is not set' },
  cruiseEmpty: {
    zh: '巡航 {index} 的预置位均未设置',
    en: 'None of the presets of cruise {index} is set',
  },
  planInUse: {
    zh: '推流任务仍在使用计划 {plan}',
    en: 'A push work goes by plan {plan}',
  },
  rulesFull: { zh: '最多添加 8 条规则', en: 'At most 8 rules can be added' },
  pushPlanNotFound: { zh: '推流计划不存在', en: 'There is no such push plan' },
  pushWorkNotFound: { zh: '推流任务不存在', en: 'There is no such push work' },
  versionNotFound: { zh: '升级版本不存在', en: 'There is no such version' },
  versionSame: { zh: '设备已是该版本', en: 'The device runs this version already' },
  upgradeRuns: { zh: '设备正在升级', en: 'The device is being upgraded' },
  upgradeNotFound: { zh: '没有升级任务', en: 'There is no upgrade' },
  diskNotFound: { zh: '硬盘不存在', en: 'There is no such disk' },
  commandSent: { zh: '下发命令成功', en: 'Command sent' },
  noReadings: { zh: '该设备没有此类数据', en: 'The device has no data of this kind' },
  favouriteNotFound: { zh: '收藏不存在', en: 'There is no such favourite' },
  favouriteExists: { zh: '该通道已收藏', en: 'The channel is a favourite already' },
  favouritesFull: { zh: '收藏数量已达上限', en: 'There is no room for more favourites' },
  planNotFound: { zh: '预案不存在', en: 'There is no such plan' },
  planNameTaken: { zh: '预案名称已存在', en: 'There is a plan of this name' },
  planNotYours: {
    zh: '只有创建者和管理员可以修改该预案',
    en: 'Only its creator and administrators can change this plan',
  },
  plansFull: { zh: '预案数量已达上限', en: 'There is no room for more plans' },
  planFull: { zh: '预案通道数量已达上限', en: 'The plan has no room for more channels' },
  pictureForm: { zh: '只支持 JPEG 或 PNG 图片', en: 'The picture must be JPEG or PNG' },
  multipartBroken: { zh: '上传内容格式不完整', en: 'The multipart body is broken' },
  pictureTooLarge: { zh: '图片不能大于 1 MB', en: 'The picture cannot be larger than 1 MB' },
  pictureTooWide: {
    zh: '图片分辨率不能大于 8192x8192',
    en: 'The picture must be at most 8192x8192',
  },
  pictureTooSmall: {
    zh: '图片分辨率不能小于 250x50',
    en: 'The picture must be at least 250x50',
  },
  pictureMissing: { zh: '没有收到图片', en: 'There is no picture in the request' },
  fileNotFound: { zh: '文件不存在', en: 'There is no such file' },
  uploadQuota: { zh: '存储空间不足', en: 'There is no room for more pictures' },
  captureRulesFull: { zh: '最多添加 8 条规则', en: 'At most 8 rules can be added' },
  captureRuleNotFound: { zh: '规则不存在', en: 'There is no such rule' },
  spanMissing: { zh: '请选择开始和结束时间', en: 'A start and an end are needed' },
  spanTooOld: { zh: '只能查询最近180天的数据', en: 'Only the last 180 days can be queried' },
  spanInFuture: { zh: '不能选择未来的日期', en: 'Dates of the future cannot be chosen' },
  noRecordingFiles: { zh: '没有录像文件', en: 'There are no recording files' },
  noCaptureFiles: { zh: '没有抓拍文件', en: 'There are no capture files' },
  playAddressFailed: { zh: '获取播放地址失败', en: 'Failed to get the play address' },
  playbackFailed: { zh: '回放失败，未知错误', en: 'Playback failed, unknown error' },
  mediaServiceFailed: { zh: '获取媒体服务信息失败', en: 'Failed to get the media service information' },
  mediaServiceNotBound: { zh: '模板未绑定媒体服务', en: 'The template is not bound to a media service' },
  playbackNotFound: { zh: '回放已结束', en: 'There is no such playback' },
  tooManyPlaybacks: { zh: '回放数量已达上限', en: 'There are too many playbacks' },
  downloadNotFound: { zh: '下载任务不存在', en: 'There is no such download' },
  tooManyDownloads: { zh: '下载任务数量已达上限', en: 'There are too many downloads' },
  downloadTooLong: { zh: '一次最多下载30分钟录像', en: 'At most 30 minutes can be downloaded at once' },
  noEncoder: {
    zh: '平台没有可用的 ffmpeg，无法回放或下载录像',
    en: 'The platform has no ffmpeg: recordings can be neither played nor downloaded',
  },
  mediaServerFailed: { zh: '获取媒体服务器失败', en: 'Failed to get the media server' },
  mediaServerNotBound: { zh: '设备未绑定媒体服务器', en: 'No media server is bound to the device' },
  playFailed: { zh: '播放失败，未知错误', en: 'Play failed, unknown error' },
  only24Hours: { zh: '只能查询24小时内的数据', en: 'Only 24 hours can be queried' },
  only7Days: { zh: '最多只能导出7天的数据', en: 'At most 7 days can be exported' },
  startAfterEnd: { zh: '开始时间不能晚于结束时间', en: 'The start cannot be later than the end' },
  nextForm: { zh: '翻页标记无效', en: 'The paging mark is not valid' },
  nextSort: {
    zh: '翻页标记属于另一种排序',
    en: 'The paging mark belongs to another sorting',
  },
  alarmNotFound: { zh: '报警不存在', en: 'There is no such alarm' },
  alarmProcessed: { zh: '报警已被处理', en: 'The alarm was already processed' },
  snapshotNotEditable: {
    zh: '手动抓拍报警不能编辑或处理',
    en: 'Manual snapshot alarms cannot be edited or processed',
  },
  alarmTypeUnknown: { zh: '请选择报警类型', en: 'Please select alarm type' },
  workOrderNeedsSure: {
    zh: '只有确认属实的报警才能生成工单',
    en: 'Only alarms that were processed as sure get work orders',
  },
  pictureNotFound: { zh: '图片不存在', en: 'There is no such picture' },
  placeNotFound: { zh: '此处没有地址', en: 'There is no address here' },
  tileNotFound: { zh: '没有该瓦片', en: 'There is no such tile' },
} as const satisfies Record<string, Named>

export type MessageKey = keyof typeof MESSAGES

/** The text of a message in a language, with its places filled. */
export function message(
  key: MessageKey,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(MESSAGES, text)
}
