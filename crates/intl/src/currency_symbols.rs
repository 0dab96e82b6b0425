//! Symbols of currencies, of CLDR.

use crate::symbols::is_traditional;
use crate::tag::Tag;

/// Returns the symbol of a currency: narrow, or as the language tells currencies apart. Those without one are shown by their
/// codes.
pub(crate) fn currency_symbol(code: &str, is_narrow: bool, tag: &Tag) -> String {
    let Tag { language, script, region, .. } = tag;
    let script = if language == "zh" && is_traditional(tag) { "hant" } else { script.as_str() };
    let keys =
        [format!("{language}-{script}-{region}"), format!("{language}-{script}"), format!("{language}-{region}")];
    let found =
        keys.iter().map(String::as_str).chain([language.as_str(), ""]).find_map(|key| in_row(key, code, is_narrow));
    found.unwrap_or(code).to_owned()
}

/// Returns the symbol in the row of a tag. An empty one is the code itself. None if the row lacks the code.
fn in_row(tag: &str, code: &str, is_narrow: bool) -> Option<&'static str> {
    let row = ROWS.binary_search_by_key(&tag, |row| row.0).ok()?;
    let (_, usual, narrow) = ROWS[row];
    let cell = if is_narrow { narrow } else { usual }.split('|').find(|cell| cell.starts_with(code))?;
    Some(cell.split_once('=').map_or(cell, |(_, symbol)| symbol))
}

/// Tags, in order, with symbols by code, the usual and the narrow ones, by `scripts/currency-symbols`. A row has what differs
/// from the rows of its script and its language, and from the first row. A code alone has no symbol.
const ROWS: &[(&str, &str, &str)] = &[
    (
        "",
        "BRL=R$|CAD=CA$|CNY=CN¥|EUR=€|GBP=£|HKD=HK$|ILS=₪|INR=₹|JPY=¥|KRW=₩|MXN=MX$|NZD=NZ$|TWD=NT$|USD=US$|VND=₫|XAF=FCFA|XCD=EC$|XCG=Cg.|XOF=F\u{202f}CFA|XPF=CFPF|XXX=¤",
        "AFN=؋|AMD=֏|AOA=Kz|ARS=$|AUD=$|AZN=₼|BAM=KM|BBD=$|BDT=৳|BMD=$|BND=$|BOB=Bs|BRL=R$|BSD=$|BWP=P|BYN=р.|BZD=$|CAD=$|CLP=$|CNY=¥|COP=$|CRC=₡|CUC=$|CUP=$|CZK=Kč|DKK=kr|DOP=$|EGP=E£|EUR=€|FJD=$|FKP=£|GBP=£|GEL=₾|GHS=GH₵|GIP=£|GNF=FG|GTQ=Q|GYD=$|HKD=$|HNL=L|HRK=kn|HUF=Ft|IDR=Rp|ILS=₪|INR=₹|ISK=kr|JMD=$|JPY=¥|KGS=⃀|KHR=៛|KMF=CF|KPW=₩|KRW=₩|KYD=$|KZT=₸|LAK=₭|LBP=L£|LKR=Rs|LRD=$|MGA=Ar|MMK=K|MNT=₮|MUR=Rs|MXN=$|MYR=RM|NAD=$|NGN=₦|NIO=C$|NOK=kr|NPR=Rs|NZD=$|PHP=₱|PKR=Rs|PLN=zł|PYG=₲|RON=lei|RUB=₽|RWF=RF|SBD=$|SEK=kr|SGD=$|SHP=£|SRD=$|SSP=£|STN=Db|SYP=£|THB=฿|TOP=T$|TRY=₺|TTD=$|TWD=NT$|UAH=₴|USD=$|UYU=$|VND=₫|XAF=FCFA|XCD=$|XCG=Cg.|XOF=F\u{202f}CFA|XPF=CFPF|XXX=¤|ZAR=R|ZMW=ZK",
    ),
    (
        "ar",
        "AED=د.إ.|AUD=AU$|BHD=د.ب.|DZD=د.ج.|EGP=ج.م.|GBP=UK£|IQD=د.ع.|IRR=ر.إ.|JOD=د.أ.|JPY=JP¥|KWD=د.ك.|LBP=ل.ل.|LYD=د.ل.|MAD=د.م.|MRU=أ.م.|OMR=ر.ع.|QAR=ر.ق.|SAR=ر.س.|SDG=ج.س.|SYP=ل.س.|THB=฿|TND=د.ت.|YER=ر.ي.",
        "AED=د.إ.|ARS=AR$|AUD=AU$|BBD=BB$|BHD=د.ب.|BMD=BM$|BND=BN$|BSD=BS$|BZD=BZ$|CAD=CA$|CLP=CL$|CNY=CN¥|COP=CO$|CUP=CU$|DOP=DO$|DZD=د.ج.|FJD=FJ$|GBP=UK£|GYD=GY$|HKD=HK$|IQD=د.ع.|IRR=ر.إ.|JMD=JM$|JOD=د.أ.|JPY=JP¥|KWD=د.ك.|KYD=KY$|LRD=$LR|LYD=د.ل.|MAD=د.م.|MRU=أ.م.|MXN=MX$|NZD=NZ$|OMR=ر.ع.|QAR=ر.ق.|SAR=ر.س.|SBD=SB$|SDG=ج.س.|SRD=SR$|TND=د.ت.|TTD=TT$|USD=US$|UYU=UY$|YER=ر.ي.",
    ),
    ("ar-ae", "", "BND=$"),
    ("ar-lb", "SDG", "SDG"),
    ("az", "AUD=A$|AZN=₼|JPY=JP¥|THB=฿", "RON=ley|SYP=S£"),
    (
        "bg",
        "BGN=лв.|BRL|CAD|CNY|GBP|HKD|ILS|INR|JPY|KRW|MXN|NZD|TWD|USD=щ.д.|VND|XCD",
        "AFN=Af|AMD|ARS|AUD|AZN|BBD|BDT|BGN=лв.|BMD|BND|BRL|BSD|BYN|BZD|CAD|CLP|CNY|COP|CRC|CUP|DOP|FJD|FKP|GHS|GIP|GYD|HKD|ILS|INR|JMD|KHR|KRW|KYD|KZT|LAK|LRD|MNT|MXN|NAD|NGN|NZD|PHP|PYG|RON|SBD|SGD|SRD|SSP|TRY|TTD|TWD|UAH|UYU|VND",
    ),
    ("bn", "AUD=A$|BDT=৳|JPY=JP¥|THB=฿", ""),
    ("bn-in", "USD=$", ""),
    ("ca", "AUD=AU$|BRL|CAD|CNY|MXN|THB=฿|USD|XCD|XCG|XXX", "TWD=$|XCG|XXX"),
    ("cs", "AUD=AU$|CZK=Kč|ILS|INR|JPY=JP¥|VND|XXX", "RON=L|XXX"),
    ("da", "AUD=AU$|DKK=kr.|JPY=JP¥|THB=฿", "BYN=Br.|DKK=kr.|ISK=kr.|NOK=kr.|RON=L|SEK=kr."),
    ("de", "AUD=AU$|THB=฿|USD=$|XXX", "CUC=Cub$|FKP=Fl£|GHS=₵|GNF=F.G.|KMF=FC|RON=L|RWF=F.Rw|SYP|XXX|ZMW=K"),
    ("de-ch", "EUR", "EUR"),
    ("de-li", "EUR", ""),
    ("el", "AUD=A$|JPY=JP¥|THB=฿|USD=$", "TWD=$"),
    ("en", "AUD=A$|PHP=₱|USD=$", "BYN|TWD=$"),
    ("en-001", "JPY=JP¥|USD=US$", ""),
    ("en-150", "JPY=JP¥|USD=US$", ""),
    (
        "en-au",
        "AUD=$|BRL|CAD|CNY|EUR|GBP|HKD|ILS|INR|JPY|KRW|MXN|NZD|PHP|SCR=Rs|TWD|USD|VND|XAF|XCD|XOF|XPF=CFP",
        "BDT=Tk|CUP=₱|EGP=£|ISK=Kr|PYG=Gs|SCR=Rs|SEK=Kr|UYU=$U|XAF|XOF|XPF=CFP",
    ),
    ("en-be", "JPY=JP¥|USD=US$", ""),
    ("en-bz", "BZD=$|JPY=JP¥|USD=US$", ""),
    ("en-ca", "CAD=$|JPY=JP¥|USD=US$|XCG=Cg", "XCG=Cg"),
    ("en-ch", "JPY=JP¥|USD=US$", ""),
    ("en-de", "JPY=JP¥|USD=US$", ""),
    ("en-dk", "DKK=kr.|JPY=JP¥|USD=US$", ""),
    ("en-fi", "JPY=JP¥|USD=US$", ""),
    ("en-gb", "JPY=JP¥|USD=US$", ""),
    ("en-gh", "GHS=GH₵|JPY=JP¥|USD=US$", ""),
    ("en-hk", "JPY=JP¥|USD=US$", ""),
    ("en-ie", "JPY=JP¥|USD=US$", ""),
    ("en-il", "JPY=JP¥|USD=US$", ""),
    ("en-in", "JPY=JP¥", ""),
    ("en-jm", "JMD=$|JPY=JP¥|USD=US$", ""),
    ("en-ke", "JPY=JP¥|KES=Ksh|USD=US$", "KES=Ksh"),
    ("en-mt", "GBP=GB£|JPY=JP¥|USD=US$", ""),
    ("en-my", "JPY=JP¥|MYR=RM|USD=US$", ""),
    ("en-ng", "JPY=JP¥|NGN=₦|USD=US$", ""),
    ("en-nl", "JPY=JP¥|USD=US$", ""),
    ("en-nz", "JPY=JP¥|NZD=$|USD=US$", ""),
    ("en-pk", "JPY=JP¥|PKR=Rs|USD=US$", ""),
    ("en-se", "JPY=JP¥|SEK=kr|USD=US$", ""),
    ("en-sg", "JPY=JP¥|SGD=$|USD=US$", ""),
    ("en-si", "JPY=JP¥|USD=US$", ""),
    ("en-tt", "JPY=JP¥|TTD=$|USD=US$", ""),
    ("en-za", "JPY=JP¥|USD=US$|ZAR=R", ""),
    ("en-zw", "JPY=JP¥|USD=US$", ""),
    ("es", "BRL|CAD|CNY|GBP|HKD|ILS|INR|JPY|KRW|MXN|NZD|THB=฿|TWD|XAF|XCD|XOF", "EGP|RON=L|XAF|XOF"),
    ("es-419", "EUR|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-ar", "ARS=$|EUR|THB|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-bo", "BOB=Bs|EUR|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-br", "BRL=R$|EUR|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-bz", "BZD=$|EUR|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-cl", "CLP=$|EUR|THB|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-co", "COP=$|EUR|THB|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-cr", "CRC=₡|EUR|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-cu", "CUP=$|EUR|THB|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-do", "DOP=RD$|EUR|THB|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-ec", "EUR|THB|USD=$|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-gq", "XAF=FCFA", "XAF=FCFA"),
    ("es-gt", "EUR|GTQ=Q|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-hn", "EUR|HNL=L|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-mx", "EUR|MRU=UM|MXN=$|THB|USD|VND", "BYN=p.|EGP=E£|MRU=UM|RON=lei"),
    ("es-ni", "EUR|NIO=C$|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-pa", "EUR|PAB=B/.|THB|USD|VND", "EGP=E£|FKP=FK£|PAB=B/.|SSP=SD£|SYP=S£"),
    ("es-pe", "EUR|PEN=S/|THB|USD|VND", "EGP=E£|FKP=FK£|PEN=S/|SSP=SD£|SYP=S£"),
    ("es-ph", "PHP=₱", ""),
    ("es-pr", "EUR|THB|USD=$|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-py", "EUR|PYG=Gs.|THB|USD|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-sv", "EUR|THB|USD=$|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-us", "EUR|JPY=¥|THB|USD=$|VND", "EGP=E£|RON=lei"),
    ("es-uy", "EUR|THB|UYU=$|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£"),
    ("es-ve", "EUR|THB|USD|VES=Bs.S|VND", "EGP=E£|FKP=FK£|SSP=SD£|SYP=S£|VES=Bs.S"),
    ("et", "AUD=AU$|THB=฿|USD=$", "BYN"),
    (
        "fa",
        "AFN=؋|AUD=A$|CAD=$CA|CNY=¥CN|HKD=$HK|IRR=ریال|MXN=$MX|NZD=$NZ|THB=฿|USD=$|XCD=$EC|XOF=فرانک\u{202f}CFA",
        "BYN=Br|IRR=ریال|TWD=$|XOF=فرانک\u{202f}CFA",
    ),
    (
        "fi",
        "BRL|CAD|CNY|HKD|ILS|INR|KRW|MXN|NZD|TWD|USD=$|VND|XCD|XPF|XXX",
        "AOA|ARS|AUD|BAM|BBD|BDT|BMD|BND|BOB|BRL|BSD|BWP|BYN|BZD|CAD|CLP|CNY|COP|CRC|CUC|CUP|CZK|DKK|DOP|EGP|FJD|FKP|GEL|GIP|GNF|GTQ|GYD|HKD|HNL|HRK|HUF|IDR|ILS|INR|ISK|JMD|KHR|KMF|KPW|KRW|KYD|KZT|LAK|LBP|LKR|LRD|MGA|MMK|MNT|MUR|MXN|MYR|NAD|NGN|NIO|NOK|NPR|NZD|PHP|PKR|PLN|PYG|RON|RWF|SBD|SEK|SGD|SHP|SRD|SSP|STN=STD|SYP|THB|TOP|TRY|TTD|TWD|UAH|UYU|VND|XCD|XPF|XXX|ZAR|ZMW",
    ),
    (
        "fr",
        "ARS=$AR|AUD=$AU|BMD=$BM|BND=$BN|BZD=$BZ|CAD=$CA|CLP=$CL|CNY|COP=$CO|FJD=$FJ|FKP=£FK|GBP=£GB|GIP=£GI|HKD|JPY|LBP=£LB|MXN=$MX|NAD=$NA|NZD=$NZ|SBD=$SB|SGD=$SG|SRD=$SR|TTD=$TT|TWD|USD=$US|UYU=$UY|WST=$WS|XCD|XPF=FCFP",
        "EGP=£E|KMF=FC|LBP=£L|NIO=$C|RON=L|RWF=FR|TOP=$T|WST=$WS|XPF=FCFP|ZMW=Kw",
    ),
    (
        "fr-ca",
        "ARS|AUD=$\u{a0}AU|BMD|BND|BZD|CAD=$|CLP|CNY=CN¥|COP|FJD|FKP|GBP=£|GIP|HKD=$\u{a0}HK|ILS|INR|JPY=¥|KRW|LBP|MXN|NAD|NZD=$\u{a0}NZ|SBD|SGD=$\u{a0}SG|SRD|TTD|USD=$\u{a0}US|UYU|VND|WST|XAF|XOF|XPF",
        "BYN=Br|GEL|KMF=CF|NIO=C$|WST|XAF|XOF|XPF|ZMW=ZK",
    ),
    ("fr-cd", "CDF=FC", "CDF=FC"),
    ("fr-ht", "HTG=G", "HTG=G"),
    ("fr-tn", "TND=DT", "TND=DT"),
    ("he", "AUD=A$|THB=฿|USD=$", "BYN=р"),
    ("hi", "AUD=A$|JPY=JP¥|THB=฿|USD=$", "RON=लेई"),
    ("hr", "BRL|CAD|CNY|GBP|HKD|HRK=kn|ILS|INR|JPY|KRW|MXN|NZD|TWD|USD|VND|XCD|XPF|XXX", "XPF|XXX"),
    ("hr-ba", "BAM=KM", ""),
    ("hu", "BRL|CAD|CNY|EUR|GBP|HKD|HUF=Ft|ILS|INR|KRW|MXN|NZD|TWD|USD|VND|XCD", ""),
    ("id", "AUD=AU$|IDR=Rp|INR=Rs|JPY=JP¥|THB=฿|XXX", "XXX"),
    ("it", "AUD=A$|BRL|HKD|INR|JPY|KRW|MXN|PHP=₱|THB=฿|TWD|USD|VND|XCG=Cf", "BYN=Br|EGP=£E|NOK=NKr|XCG=Cf"),
    ("ja", "AUD=A$|CNY=元|JPY=￥|USD=$|XCG=Cg|XXX", "CNY=￥|JPY=￥|RON=レイ|TWD=$|XCG=Cg|XXX"),
    ("ko", "AUD=AU$|JPY=JP¥", "RON=L"),
    (
        "lt",
        "BRL|CAD|CNY|GBP|HKD|ILS|INR|JPY|KRW|MXN|NZD|TWD|USD|VND|XAF|XCD|XOF|XPF",
        "BDT|BYN=Br|ILS|INR|KHR|LAK|MNT|PLN=zl|PYG=Gs|RUB=rb|TWD=$|VND|XAF|XOF|XPF",
    ),
    ("lv", "AUD=AU$|THB=฿|USD=$", "GHS"),
    ("ms", "AUD=A$|CAD|JPY=JP¥|MXN|MYR=RM|USD", ""),
    ("ms-bn", "BND=$", ""),
    ("ms-sg", "SGD=$", ""),
    ("nb", "BRL|CAD|CNY|HKD|ILS|INR|JPY|KRW|MXN|NOK=kr|NZD|TWD|USD|VND|XAF|XCD|XPF|XXX", "RON=L|XAF|XPF|XXX"),
    ("nl", "AUD=AU$|CAD=C$|FJD=FJ$|JPY=JP¥|SBD=SI$|THB=฿|XPF|XXX|ZWG=ZiG", "XCG=Cg|XPF|XXX|ZWG=ZiG"),
    ("nl-sr", "SRD=$", ""),
    ("nn", "BRL|CAD|CNY|GBP|HKD|ILS|INR|JPY|KRW|MXN|NOK=kr|NZD|TWD|USD|VND|XAF|XCD|XPF|XXX", "TWD=$|XAF|XPF|XXX"),
    ("no", "BRL|CAD|CNY|HKD|ILS|INR|JPY|KRW|MXN|NOK=kr|NZD|TWD|USD|VND|XAF|XCD|XPF|XXX", "RON=L|XAF|XPF|XXX"),
    ("pl", "CAD|CNY|GBP|HKD|ILS|INR|JPY|KRW|MXN|NZD|PLN=zł|TWD|USD|VND|XCG", "BYN|RON=lej|XCG"),
    ("pt", "AUD=AU$|JPY=JP¥|THB=฿", "RON=L|SYP=S£"),
    ("pt-ao", "AOA=Kz", "SYP=£"),
    ("pt-ch", "", "SYP=£"),
    ("pt-mo", "MOP=MOP$", "MOP=MOP$|SYP=£"),
    ("pt-mz", "MZN=MTn", "MZN=MTn|SYP=£"),
    ("pt-pt", "", "SYP=£"),
    ("pt-tl", "", "SYP=£"),
    ("ro", "BRL|CAD|CNY|EUR|GBP|HKD|ILS|INR|JPY|KRW|MXN|NZD|TWD|USD|VND|XCD", ""),
    ("ro-md", "MDL=L", "MDL=L"),
    ("ru", "AUD=A$|RUB=₽|THB=฿|TMT=ТМТ|UAH=₴|USD=$|XCG=Cg|XXX=XXXX", "GEL=ლ|RON=L|TMT=ТМТ|XCG=Cg|XXX=XXXX"),
    ("ru-by", "BYN=Br", "BYN=Br"),
    ("ru-kg", "KGS=сом", ""),
    ("ru-kz", "KZT=₸", ""),
    ("ru-md", "MDL=L", "MDL=L"),
    ("sk", "BRL|CAD|CNY|GBP|HKD|ILS=NIS|INR|JPY|KRW|NZD|TWD|USD|VND|XCG=Cg|XXX", "XCG=Cg|XXX"),
    ("sl", "BRL|CAD|GBP|MXN|NZD|TWD|USD=$|XCD", ""),
    ("sr", "BAM=КМ|KRW|NZD|VND", "GEL=ლ"),
    ("sr-latn", "BAM=KM", "BYN=r."),
    ("sr-me", "BAM=KM", "BYN=r."),
    (
        "sv",
        "BBD=Bds$|BMD=BM$|BRL=BR$|BSD=BS$|BZD=BZ$|CNY|DKK=Dkr|DOP=RD$|EGP=EG£|GBP|HKD|INR|ISK=Ikr|JMD=JM$|JPY|KRW|NOK=Nkr|NZD|SEK=kr|TWD|VND|XCG",
        "RON=L|XCG",
    ),
    ("th", "AUD=AU$|THB=฿|XXX", "XXX"),
    ("tr", "AUD=AU$|THB=฿|TRY=₺|USD=$", "RON=L"),
    ("uk", "BRL|CAD|CNY|EUR|GBP|HKD|ILS|INR|KRW|MXN|NZD|TWD|UAH=₴|USD|VND|XCD", "TWD=$"),
    ("vi", "AUD=AU$|THB=฿|XXX", "XXX"),
    ("zh", "AUD=AU$|CNY=¥|JPY=JP¥|XXX", "XXX"),
    ("zh-hans-hk", "CNY=CN¥", ""),
    ("zh-hans-mo", "CNY=CN¥|MOP=MOP$", "MOP=MOP$"),
    ("zh-hans-sg", "CNY=CN¥|SGD=$", ""),
    ("zh-hant", "CNY=CN¥|JPY=¥|KRW=￦|TWD=$", "RON=L|TWD=$"),
    ("zh-hant-hk", "KRW=₩|TWD=NT$", ""),
    ("zh-hant-mo", "KRW=₩|MOP=MOP$|TWD=NT$", "MOP=MOP$"),
    ("zh-sg", "CNY=CN¥|SGD=$", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_in_order() {
        assert!(ROWS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn languages_have_their_symbols() {
        let symbols = |code: &str, is_narrow: bool, tags: &[&str]| {
            let of = |tag: &&str| currency_symbol(code, is_narrow, &Tag::parse(tag).expect("a tag"));
            tags.iter().map(of).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            symbols("USD", false, &["en", "en-AU", "de", "hu", "bg", "th", "en-GB"]),
            "$ USD $ USD щ.д. US$ US$"
        );
        assert_eq!(symbols("EUR", false, &["en", "hu", "de-CH", "fr"]), "€ EUR EUR €");
        assert_eq!(symbols("CNY", false, &["zh", "zh-Hant", "zh-TW", "zh-SG", "uk"]), "¥ CN¥ CN¥ CN¥ CNY");
        assert_eq!(symbols("CNY", false, &["zh-Hans", "zh-Hans-CN", "zh-Hans-HK", "zh-Hans-SG"]), "¥ ¥ CN¥ CN¥");
        assert_eq!(symbols("KRW", false, &["zh-HK", "zh-Hant-TW"]), "₩ ￦");
        assert_eq!(symbols("TWD", true, &["de", "en"]), "NT$ $");
        assert_eq!(symbols("XXX", false, &["en", "de"]), "¤ XXX");
        assert_eq!(symbols("QQQ", true, &["de"]), "QQQ");
    }
}
