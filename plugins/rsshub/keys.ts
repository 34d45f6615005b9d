/** Default keys that the reader knows while the plugin is off: it says whose they are. */
export default { 'go:rsshub': 'g i' }
