/** Known players, by the hosts that embed them (the server's list of frames has the same hosts). */
const providers: readonly (readonly [name: string, host: RegExp])[] = [
  ['YouTube', /(^|\.)youtube(-nocookie)?\.com$/],
  ['Vimeo', /(^|\.)vimeo\.com$/],
  ['Bilibili', /(^|\.)bilibili\.com$/],
  ['Dailymotion', /(^|\.)dailymotion\.com$/],
  ['Twitch', /(^|\.)twitch\.tv$/],
  ['Spotify', /(^|\.)spotify\.com$/],
  ['SoundCloud', /(^|\.)soundcloud\.com$/],
  ['TED', /(^|\.)ted\.com$/],
  ['Niconico', /(^|\.)nicovideo\.jp$/],
]

/** @returns the name of the player's provider, or null for other hosts */
export const providerOf = (host: string): string | null =>
  providers.find(([, pattern]) => pattern.test(host))?.[0] ?? null
