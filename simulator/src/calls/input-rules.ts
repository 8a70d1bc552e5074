import type { Language, Named } from '../kernel/language.ts'

type Rule = Omit<Named, 'en'> & { en?: string }

/**
 * Rules of the contract that its schemas word themselves, by those words: in Chinese, and in English where the schema
 * has a key for the console.
 */
const RULES: Readonly<Record<string, Rule>> = {
  'a channel needs the serial number of its device': { zh: '通道需要其设备的序列号' },
  'a read request of Modbus RTU with its CRC': { zh: '应为带 CRC 的 Modbus RTU 读请求' },
  'each quantity once': { zh: '同一监测量只能出现一次' },
  'speed is 1, 2, 3 or 4': { zh: '速度只能为 1、2、3 或 4' },
  'an address holds letters, digits, dots, colons and minus signs': {
    zh: '地址只能包含字母、数字、点、冒号和减号',
  },
  'a host holds letters, digits, dots, colons and minus signs': {
    zh: '主机地址只能包含字母、数字、点、冒号和减号',
  },
  'the two ports differ': { zh: '两个端口不能相同', en: 'the two ports must differ' },
  'files are packed before they are sent': {
    zh: '打包时长不能大于上传时长',
    en: 'files must be packed before they are sent',
  },
  'each plan has a number of its own': { zh: '计划编号不能重复', en: 'each plan needs a number of its own' },
  'an address begins with rtmp://': {
    zh: '地址应以 rtmp:// 开头',
    en: 'the address must begin with rtmp://',
  },
  'toHour is later than fromHour': {
    zh: '结束小时应晚于开始小时',
    en: 'toHour must be later than fromHour',
  },
  'the two times differ': { zh: '两个时间不能相同', en: 'the two times must differ' },
  identityCard: { zh: '身份证号不正确', en: 'not a valid identity card number' },
  birthday: { zh: '日期不正确', en: 'not a valid date' },
  name: {
    zh: '只能包含文字、数字、空格和 _ @ # -',
    en: 'only letters, digits, spaces and _ @ # - are allowed',
  },
  rules: { zh: '上传规则有误', en: 'a rule of the upload is not valid' },
  'a colour is # and six hexadecimal digits': { zh: '颜色应为 # 加六位十六进制数字' },
  'English letters, digits, underscore and minus only': { zh: '只能包含英文字母、数字、下划线和减号' },
  'a circle has a radius': { zh: '圆需要半径', en: 'a circle needs a radius' },
  'only circles have a radius': { zh: '只有圆有半径' },
  'only areas can be fences': { zh: '只有区域可以作为围栏' },
  'a version is numbers with dots': { zh: '版本号应为用点分隔的数字' },
  'water is given up to more than the threshold': {
    zh: '灌溉上限应大于下限',
    en: 'irrigation must end above the threshold where it begins',
  },
  'the second level is above the first': {
    zh: '第二级限值应高于第一级',
    en: 'the second level must be above the first',
  },
  'a code has letters and digits': { zh: '编码只能包含字母、数字和点' },
  'the upper limit is above the lower one': {
    zh: '上限应高于下限',
    en: 'the upper limit must be above the lower one',
  },
  'a limit is of a quantity of the point, once, with the upper side above the lower one': {
    zh: '每个监测量只能有一组限值，上限应高于下限，且须属于该监测点',
  },
  'must be a route of the console': { zh: '应为控制台的页面地址' },
  'must be a hex digest': { zh: '应为十六进制摘要' },
}

/** Rules with a value in their words. */
const PATTERNS: readonly [RegExp, string][] = [
  [/^a \w+ has (\d+) to (\d+) points$/, '该图形应有 $1 至 $2 个点'],
  [/^(.+) are no ordinary alarms$/, '$1 不是普通报警类型'],
  [/^at most (\d+) parameters$/, '参数最多 $1 个'],
  [/^an interval is (\d+) to (\d+) seconds$/, '间隔应为 $1 至 $2 秒'],
  [/^an interval is one of ([\d, ]+) minutes$/, '间隔应为以下分钟数之一：$1'],
  [/^some of (.+)$/s, '应为以下若干项：$1'],
]

/** Text of a rule of the contract in a language; any other text stays as it is. */
export function inputRuleText(words: string, language: Language): string {
  const rule = Object.hasOwn(RULES, words) ? RULES[words] : undefined
  if (rule) return rule[language] ?? words
  if (language === 'en') return words
  const [pattern, zh] = PATTERNS.find(([one]) => one.test(words)) ?? []
  return pattern && zh !== undefined ? words.replace(pattern, zh) : words
}
