import type en from '../en/notifications.ts'

export default {
  title: '通知',
  none: '暂无通知。控制台的提示都会记录在这里。',
  clear: '清空列表',
  missed: '未看到',
  quiet: '免打扰',
  quietHint:
    '关闭的类型没有声音、提示和弹窗：通知只记录在此列表中，报警只显示在实时报警列表中。SOS 呼叫和您自己操作的结果始终显示。',
  quietFor: '免打扰 1 小时',
  quietUntil: '免打扰至 {{time}}',
  quietEnd: '立即结束',
  system: '页面在后台时发送系统通知',
  systemBlocked: '浏览器已禁止：请在浏览器设置中允许此页面发送通知。',
  systemMissing: '浏览器仅在安全页面（https）上提供系统通知。',
  kind: {
    alarm1: '严重报警',
    alarm2: '重要报警',
    alarm3: '一般报警',
    alarm4: '提示报警',
    workOrder: '派给您的工单',
    talk: '对讲和会议',
    files: '下载和录像',
    platform: '平台和连接',
  },
  orderAssigned: '工单 {{number}} 已派给您：{{title}}',
  openOrder: '打开',
  systemMore: '{{text}}，另有 {{count}} 条',
} satisfies typeof en
