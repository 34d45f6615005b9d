/**
 * Lets the browser handle input between two parts of a long task. Where the browser has a scheduler, the second part still
 * runs before a frame in which nothing would have changed.
 */
export const yieldToMain = (): Promise<void> =>
  'scheduler' in window
    ? window.scheduler.postTask(() => {}, { priority: 'user-blocking' })
    : new Promise((resolve) => setTimeout(resolve))
