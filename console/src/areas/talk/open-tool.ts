import { create } from 'zustand'

type TalkTool = 'meeting' | 'ptt' | 'guide'

/** Which tools of talk are open beside the intercom. */
export const useTalkTools = create<Readonly<Record<TalkTool, boolean>>>(() => ({
  meeting: false,
  ptt: false,
  guide: false,
}))

export function showTool(tool: TalkTool, shown = true): void {
  useTalkTools.setState({ [tool]: shown })
}
