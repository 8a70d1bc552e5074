import type { Language, Named } from '../kernel/language.ts'

type Rule = Omit<Named, 'en'> & { en?: string }

/** Texts of the contract's own rules, by their English text, or by a key of the console. */
const RULES: Readonly<Record<string, Rule>> = {
  'a channel needs the serial number of its device': { zh: '通道需要其设备的序列号' },
  'must be a read request of Modbus RTU with its CRC': { zh: '应为带 CRC 的 Modbus RTU 读请求' },
  'each quantity is allowed once': { zh: '同一监测量只能出现一次' },
  'begin with a lower-case letter, then letters and digits (2 to 32)': {
    zh: '应以小写字母开头，其后为字母和数字（共 2 至 32 个）',
  },
  'must be 1, 2, 3 or 4': { zh: '应为 1、2、3 或 4' },
  'use letters, digits, dots, colons and minus signs only': { zh: '只能包含字母、数字、点、冒号和减号' },
  'the two ports must differ': { zh: '两个端口不能相同' },
  'the upload interval must not be shorter than the packing interval': { zh: '打包时长不能大于上传时长' },
  'each plan needs its own number': { zh: '计划编号不能重复' },
  'must begin with rtmp://': { zh: '应以 rtmp:// 开头' },
  'toHour must be later than fromHour': { zh: '结束小时应晚于开始小时' },
  'the two times must differ': { zh: '两个时间不能相同' },
  identityCard: { zh: '身份证号不正确', en: 'not a valid identity card number' },
  birthday: { zh: '日期不正确', en: 'not a valid date' },
  name: {
    zh: '只能包含文字、数字、空格和 _ @ # -',
    en: 'use letters, digits, spaces and _ @ # - only',
  },
  rules: { zh: '上传规则有误', en: 'an upload rule is not valid' },
  'must be # and six hexadecimal digits': { zh: '应为 # 加六位十六进制数字' },
  'use English letters, digits, underscore and minus only': { zh: '只能包含英文字母、数字、下划线和减号' },
  'a circle needs a radius': { zh: '圆需要半径' },
  'only a circle can have a radius': { zh: '只有圆可以有半径' },
  'only an area can be a geofence': { zh: '只有区域可以作为电子围栏' },
  'must be numbers separated by dots': { zh: '应为用点分隔的数字' },
  'irrigation must end above the threshold where it begins': { zh: '灌溉上限应大于下限' },
  'the second level must be above the first': { zh: '第二级限值应高于第一级' },
  'use letters, digits and dots only': { zh: '只能包含字母、数字和点' },
  'the upper limit must be above the lower one': { zh: '上限应高于下限' },
  'limits must be for quantities of the point, one per quantity, with the upper limit above the lower one': {
    zh: '每个监测量只能有一组限值，上限应高于下限，且须属于该监测点',
  },
  'must be a route of the console': { zh: '应为控制台的页面地址' },
  'printable ASCII characters only': { zh: '只能包含可打印的 ASCII 字符' },
  'must be a hex digest': { zh: '应为十六进制摘要' },
}

/** Rules with a value in their words. */
const PATTERNS: readonly [RegExp, string][] = [
  [/^a \w+ needs (\d+) to (\d+) points$/, '该图形应有 $1 至 $2 个点'],
  [/^(.+) are not allowed as alarm types$/, '$1 不是普通报警类型'],
  [/^at most (\d+) parameters$/, '参数最多 $1 个'],
  [/^must be (\d+) to (\d+) seconds$/, '应为 $1 至 $2 秒'],
  [/^must be one of ([\d, ]+) minutes$/, '应为以下分钟数之一：$1'],
  [/^must be some of (.+)$/s, '应为以下若干项：$1'],
]

/** Text of a rule of the contract in a language; any other text stays as it is. */
export function inputRuleText(words: string, language: Language): string {
  const rule = Object.hasOwn(RULES, words) ? RULES[words] : undefined
  if (rule) return rule[language] ?? words
  if (language === 'en') return words
  const [pattern, zh] = PATTERNS.find(([one]) => one.test(words)) ?? []
  return pattern && zh !== undefined ? words.replace(pattern, zh) : words
}
