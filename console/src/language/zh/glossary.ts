import type en from '../en/glossary.ts'

/** Definitions of the figures; docs/glossary.md has the same. */
export default {
  flagged: '报警标志为红色的设备。设备产生报警后一直标红，直到该设备有报警被确认，不论报警何时发生。',
  alarms24: '最近 24 小时内开始的报警。',
  alarmsToday: '平台时间今日零点以来开始的报警。',
  open24: '最近 24 小时内开始、尚未处理的报警。',
  openToday: '平台时间今日零点以来开始、尚未处理的报警。',
  openSpan: '所选时间和筛选条件内尚未处理的报警。',
  processed24: '最近 24 小时内的报警中已处理的比例，不论处理结果。',
  processedToday: '今日零点以来的报警中已处理的比例，不论处理结果。',
  ordersOpen: '未完成的工单（新建、已分配或处理中），不限创建时间，含已超期工单。',
  ordersOverdue: '超过期限仍未完成的工单。',
  periodOpen: '本周期内创建、未完成且未超期的工单。',
  periodOverdue: '本周期内创建、未完成且已超期的工单。',
} satisfies typeof en
