import type { TestLanguage } from '../support/texts.ts'

/** What is said in each scene: one short sentence. */
const CAPTIONS = {
  title: {
    en: 'A field-device platform and its console, on one laptop',
    zh: '一台笔记本电脑上的设备平台与值班控制台',
  },
  signIn: { en: 'Sign in as an operator would.', zh: '像值班员一样登录。' },
  home: { en: 'Today at a glance.', zh: '今日概况，一目了然。' },
  wall: { en: 'Live video from one simulated city.', zh: '来自同一座仿真城市的实时视频。' },
  ptz: { en: 'Turn a camera and zoom in: it moves as a real one does.', zh: '转动、变焦：与真实云台一样。' },
  map: { en: 'Vehicles drive, and the map follows them.', zh: '车辆在行驶，地图实时跟随。' },
  storm: { en: 'One command raises a storm of alarms.', zh: '一条命令，引发一场告警风暴。' },
  sos: { en: 'An SOS comes in, and is answered.', zh: '收到 SOS 求助，立即接听。' },
  order: { en: 'A confirmed alarm becomes a work order.', zh: '确认告警，生成工单。' },
  replay: { en: 'Any moment of the past can be replayed.', zh: '过去的任一时刻都可回放。' },
  sensors: { en: 'Stations report over real protocols.', zh: '监测站通过真实协议上报数据。' },
  history: { en: 'Their readings follow the weather and the traffic.', zh: '读数随天气与交通而变化。' },
  diagnostics: { en: 'Diagnostics show what the console sees.', zh: '诊断信息显示控制台的运行情况。' },
  look: { en: 'Two languages, dark and light.', zh: '中英双语，深浅两种主题。' },
  end: { en: 'npx backlot start', zh: 'npx backlot start' },
} as const satisfies Record<string, Record<TestLanguage, string>>

export const captionOf = (scene: keyof typeof CAPTIONS, language: TestLanguage): string =>
  CAPTIONS[scene][language]
