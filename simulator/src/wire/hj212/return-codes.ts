/** QnRtn of 9011: whether a request is taken. */
export const QN_RTN = {
  ready: 1,
  refused: 2,
  password: 3,
  mn: 4,
  st: 5,
  flag: 6,
  qn: 7,
  cn: 8,
  check: 9,
  unknown: 100,
} as const
export type ReturnCode = (typeof QN_RTN)[keyof typeof QN_RTN]

/** ExeRtn of 9012: the result of an execution. */
export const EXE_RTN = {
  ok: 1,
  failed: 2,
  condition: 3,
  timeout: 4,
  busy: 5,
  fault: 6,
  noData: 100,
} as const
export type ExecutionCode = (typeof EXE_RTN)[keyof typeof EXE_RTN]

type Text = { zh: string; en: string }

export const QN_RTN_TEXT: Readonly<Record<number, Text>> = {
  1: { zh: '准备执行请求', en: 'ready' },
  2: { zh: '请求被拒绝', en: 'refused' },
  3: { zh: 'PW 错误', en: 'wrong password' },
  4: { zh: 'MN 错误', en: 'wrong MN' },
  5: { zh: 'ST 错误', en: 'wrong ST' },
  6: { zh: 'Flag 错误', en: 'wrong Flag' },
  7: { zh: 'QN 错误', en: 'wrong QN' },
  8: { zh: 'CN 错误', en: 'wrong CN' },
  9: { zh: 'CRC 校验错误', en: 'wrong CRC' },
  100: { zh: '未知错误', en: 'unknown error' },
}

export const EXE_RTN_TEXT: Readonly<Record<number, Text>> = {
  1: { zh: '执行成功', en: 'done' },
  2: { zh: '执行失败，但不知道原因', en: 'failed' },
  3: { zh: '命令请求条件错误', en: 'wrong conditions' },
  4: { zh: '通讯超时', en: 'timed out' },
  5: { zh: '系统繁忙不能执行', en: 'busy' },
  6: { zh: '系统故障', en: 'system fault' },
  100: { zh: '没有数据', en: 'no data' },
}
