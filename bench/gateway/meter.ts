/** Loaded into each server before its own code: tells its parent what it has used so far. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, peakMegabytes: process.resourceUsage().maxRSS / 1024 });
});
// The channel alone keeps no server alive.
process.channel?.unref();
