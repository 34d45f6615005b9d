/**
 * Calls a function once per object, by identity: its result, such as a React component, stays the same.
 * @returns the function; the cache holds objects weakly
 */
export function memoizeByObject<Input extends WeakKey, Output>(
  make: (input: Input) => Output,
): (input: Input) => Output {
  const made = new WeakMap<Input, { readonly output: Output }>()
  return (input) => {
    const stored = made.get(input) ?? { output: make(input) }
    made.set(input, stored)
    return stored.output
  }
}
