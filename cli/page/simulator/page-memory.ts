/** A page's memory is its browser's affair. Stands for kernel/idle-memory.ts. */
export const announceIdle = () => {}
export const onIdle = () => () => {}
export const collectGarbage = async () => {}
