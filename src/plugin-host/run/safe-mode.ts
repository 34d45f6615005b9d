/** `?safe=1` starts the reader without plugins from elsewhere. Read at once: later addresses do not have it. */
export const isSafeMode =
  typeof location !== 'undefined' && new URLSearchParams(location.search).get('safe') === '1'
