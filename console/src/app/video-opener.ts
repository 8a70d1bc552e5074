/** A channel to watch in the video popup. */
export type VideoPlace = { sn: string; chnId: number }

type Opener = (places: readonly VideoPlace[]) => void
const openers = new Set<Opener>()

/** Opens channels in the video popup, wherever the operator is: the online ones, at most sixteen. */
export function openVideo(places: readonly VideoPlace[]): void {
  for (const opener of openers) opener(places)
}

/** Calls back with requests to watch channels; used by the shell. Answers a function that stops it. */
export function onOpenVideo(opener: Opener): () => void {
  openers.add(opener)
  return () => openers.delete(opener)
}
