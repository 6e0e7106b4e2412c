import type { Timezone } from "@offhook/contract";

// Offsets are those of standard time, which is how people look for their zone.
const ZONES: readonly (readonly [offset: string, name: string, value: string])[] = [
  ["-11:00", "Midway", "Pacific/Midway"],
  ["-10:00", "Hawaii", "Pacific/Honolulu"],
  ["-09:00", "Alaska", "America/Anchorage"],
  ["-08:00", "Pacific Time (US & Canada)", "America/Los_Angeles"],
  ["-08:00", "Tijuana", "America/Tijuana"],
  ["-07:00", "Mountain Time (US & Canada)", "America/Denver"],
  ["-07:00", "Arizona", "America/Phoenix"],
  ["-06:00", "Central Time (US & Canada)", "America/Chicago"],
  ["-06:00", "Mexico City", "America/Mexico_City"],
  ["-06:00", "Saskatchewan", "America/Regina"],
  ["-06:00", "Guatemala, San Salvador", "America/Guatemala"],
  ["-05:00", "Eastern Time (US & Canada)", "America/New_York"],
  ["-05:00", "Bogotá, Lima", "America/Bogota"],
  ["-05:00", "Jamaica, Panama", "America/Jamaica"],
  ["-04:00", "Atlantic Time (Canada)", "America/Halifax"],
  ["-04:00", "Puerto Rico", "America/Puerto_Rico"],
  ["-04:00", "Caracas, La Paz", "America/Caracas"],
  ["-04:00", "Santiago", "America/Santiago"],
  ["-03:30", "Newfoundland", "America/St_Johns"],
  ["-03:00", "Brasília, São Paulo", "America/Sao_Paulo"],
  ["-03:00", "Buenos Aires", "America/Argentina/Buenos_Aires"],
  ["-03:00", "Montevideo", "America/Montevideo"],
  ["-02:00", "South Georgia", "Atlantic/South_Georgia"],
  ["-01:00", "Azores", "Atlantic/Azores"],
  ["-01:00", "Cape Verde", "Atlantic/Cape_Verde"],
  ["+00:00", "Coordinated Universal Time", "UTC"],
  ["+00:00", "London, Dublin, Lisbon", "Europe/London"],
  ["+00:00", "Reykjavík, Monrovia", "Atlantic/Reykjavik"],
  ["+01:00", "Amsterdam, Berlin, Rome, Vienna", "Europe/Berlin"],
  ["+01:00", "Brussels, Madrid, Paris", "Europe/Paris"],
  ["+01:00", "Belgrade, Budapest, Prague", "Europe/Budapest"],
  ["+01:00", "Warsaw, Zagreb", "Europe/Warsaw"],
  ["+01:00", "Casablanca", "Africa/Casablanca"],
  ["+01:00", "Lagos, West Central Africa", "Africa/Lagos"],
  ["+02:00", "Athens, Bucharest", "Europe/Athens"],
  ["+02:00", "Helsinki, Kyiv, Riga, Tallinn, Vilnius", "Europe/Kyiv"],
  ["+02:00", "Cairo", "Africa/Cairo"],
  ["+02:00", "Jerusalem", "Asia/Jerusalem"],
  ["+02:00", "Johannesburg, Harare", "Africa/Johannesburg"],
  ["+02:00", "Beirut", "Asia/Beirut"],
  ["+03:00", "Istanbul", "Europe/Istanbul"],
  ["+03:00", "Baghdad, Kuwait, Riyadh", "Asia/Riyadh"],
  ["+03:00", "Moscow, Minsk", "Europe/Moscow"],
  ["+03:00", "Nairobi", "Africa/Nairobi"],
  ["+03:30", "Tehran", "Asia/Tehran"],
  ["+04:00", "Abu Dhabi, Dubai, Muscat", "Asia/Dubai"],
  ["+04:00", "Baku, Tbilisi, Yerevan", "Asia/Baku"],
  ["+04:30", "Kabul", "Asia/Kabul"],
  ["+05:00", "Karachi, Islamabad", "Asia/Karachi"],
  ["+05:00", "Tashkent, Almaty", "Asia/Tashkent"],
  ["+05:30", "Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"],
  ["+05:30", "Colombo", "Asia/Colombo"],
  ["+05:45", "Kathmandu", "Asia/Kathmandu"],
  ["+06:00", "Dhaka", "Asia/Dhaka"],
  ["+06:30", "Yangon", "Asia/Yangon"],
  ["+07:00", "Bangkok, Hanoi, Jakarta", "Asia/Bangkok"],
  ["+08:00", "Beijing, Shanghai, Hong Kong", "Asia/Shanghai"],
  ["+08:00", "Kuala Lumpur, Singapore", "Asia/Singapore"],
  ["+08:00", "Manila", "Asia/Manila"],
  ["+08:00", "Perth", "Australia/Perth"],
  ["+08:00", "Taipei", "Asia/Taipei"],
  ["+09:00", "Osaka, Sapporo, Tokyo", "Asia/Tokyo"],
  ["+09:00", "Seoul", "Asia/Seoul"],
  ["+09:30", "Adelaide", "Australia/Adelaide"],
  ["+09:30", "Darwin", "Australia/Darwin"],
  ["+10:00", "Brisbane", "Australia/Brisbane"],
  ["+10:00", "Canberra, Melbourne, Sydney", "Australia/Sydney"],
  ["+10:00", "Guam, Port Moresby", "Pacific/Guam"],
  ["+11:00", "Solomon Islands, New Caledonia", "Pacific/Guadalcanal"],
  ["+12:00", "Auckland, Wellington", "Pacific/Auckland"],
  ["+12:00", "Fiji", "Pacific/Fiji"],
  ["+12:45", "Chatham Islands", "Pacific/Chatham"],
  ["+13:00", "Samoa, Tonga", "Pacific/Apia"],
  ["+14:00", "Kiritimati", "Pacific/Kiritimati"],
];

export const TIMEZONES: readonly Timezone[] = ZONES.map(([offset, name, value]) => ({
  text: `(UTC${offset}) ${name}`,
  value,
}));

/** Any zone the runtime knows, not only those offered: a profile may come from elsewhere. */
export function isTimezone(name: string): boolean {
  try {
    // Offsets such as "+02:00" are accepted by some runtimes, but know no summer time.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
