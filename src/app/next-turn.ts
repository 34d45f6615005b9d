/**
 * Lets the browser in between two halves of long work: a press waits for one of them and not for both.
 * Where the browser knows how, what goes on comes before a frame that would show nothing new.
 */
export const nextTurn = (): Promise<void> =>
  'scheduler' in window
    ? window.scheduler.postTask(() => {}, { priority: 'user-blocking' })
    : new Promise((resolve) => setTimeout(resolve))
