/**
 * Lets the browser in between two halves of long work: a press waits for one of them and not for both.
 * Where the browser knows how, what goes on comes before a frame that would show nothing new.
 */
export const breath = (): Promise<void> =>
  new Promise((resolve) => {
    if ('scheduler' in window) void window.scheduler.postTask(() => resolve(), { priority: 'user-blocking' })
    else setTimeout(resolve)
  })
