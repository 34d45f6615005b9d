/** Whether every brace of a stylesheet has its other half; strings and comments do not count. */
export function bracesMatch(css: string): boolean {
  const bare = css.replaceAll(/\/\*[\s\S]*?(\*\/|$)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '')
  let depth = 0
  for (const letter of bare) {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
