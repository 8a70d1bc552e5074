export const STEPS = ['take', 'start', 'finish', 'close', 'assign', 'sendBack', 'reject'] as const
export type Step = (typeof STEPS)[number]
