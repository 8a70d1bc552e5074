import { LIMITS } from '@backlot/contract/limits'

/** How many cameras to play where nothing is said. */
const DEFAULT_COUNT = 4

const ENGLISH =
  /^(?:play|watch|show)\s+(?:(\d{1,2})\s+)?(?:cameras?\s+)?(?:(?:at|near|around|in|of)\s+)?(\S.*)$/i
const CHINESE_COUNT_FIRST =
  /^(?:播放|查看|打开|看)\s*(\d{1,2})\s*(?:路|个|台)?(?:视频|摄像头|摄像机|相机)?\s*(?:在|于)?\s*(\S.*)$/
const CHINESE =
  /^(?:播放|查看|打开|看)\s*(\S.*?)\s*(?:附近|周边)?的?\s*(?:(\d{1,2})\s*(?:路|个|台))?(?:视频|摄像头|摄像机|相机)?$/

/** 'play 3 cameras at the hospital', '播放医院附近 3 路视频': what was asked for; undefined for other text. */
export function askedCameras(typed: string): { count: number; where: string } | undefined {
  const text = typed.trim()
  const english = ENGLISH.exec(text)
  if (english) return asked(english[1], english[2])
  const first = CHINESE_COUNT_FIRST.exec(text)
  if (first) return asked(first[1], first[2])
  const chinese = CHINESE.exec(text)
  return chinese ? asked(chinese[2], chinese[1]) : undefined
}

function asked(count: string | undefined, where = ''): { count: number; where: string } {
  const wanted = count === undefined ? DEFAULT_COUNT : Number(count)
  return { count: Math.min(Math.max(1, wanted), LIMITS.videoWindows), where: where.trim() }
}
