import type en from '../en/errors.ts'

export default {
  verifycode_error: '验证码错误',
  verifycode_expired: '验证码已过期，请输入新的验证码',
  wrong_credentials: '用户名或密码错误',
  account_locked: '账号已锁定，请稍后再试或联系管理员',
  login_expired: '登录已过期，请重新登录',
  no_permission: '您的账号没有权限',
  not_licensed: '平台未开通此功能',
  passwords_differ: '两次输入的密码不一致',
  password_unchanged: '新密码不能与旧密码相同',
  device_offline: '设备不在线',
  alarm_not_editable: '手动抓拍不能编辑或处理',
  unreachable: '无法连接平台，请在连接恢复后重试',
  unreadable: '平台返回的内容无法识别',
  call_missing: '该平台不提供此功能',
  channel_down: '实时通道未连接',
  setting_failed: '设置失败',
  device_silent: '设备没有应答',
  storage_full: '平台磁盘已满，未作任何更改',
  too_many: '请求过于频繁，请稍候',
  failed: '请求发生异常',
} satisfies typeof en
